/* The folder of `takeaway tournament run`: its files, its stored plan, and its lock. */
#ifndef CLIENT_TOURNAMENT_FOLDER_H
#define CLIENT_TOURNAMENT_FOLDER_H

#include "client/tournament/tournament_plan.h"

struct tournament_folder {
    const char *path; /* borrowed */
    bool is_made;     /* tournament_folder_open() has created it */
    int lock;         /* a descriptor; -1: none */
    int log;          /* descriptor of the log for server and bots; -1: none */
};

/* Creates the folder, unless it exists, and locks it until tournament_folder_close(), which is
 * needed also after an error. IO: also if another program holds the lock, or if the folder has no
 * plan but files that no run without a plan leaves. */
enum error_code tournament_folder_open(const char *path, struct tournament_folder *ret_folder,
                                       struct error *error);
void tournament_folder_close(struct tournament_folder *folder);

/* Appends the path of a file in the folder. */
void tournament_folder_print(const struct tournament_folder *folder, const char *file,
                             struct text *out);

/* Makes the plan from the options and the plan stored in the folder: the stored value replaces an
 * option that is not given, and a given option has to agree with it (USAGE, with both values). If
 * the folder has no plan, the options alone make it; then *ret_is_new is true, and a missing seed
 * is drawn. The plan borrows texts of `kept`. */
struct tournament_kept {
    char *values[OPTION_COUNT]; /* owned; NULL: not stored */
};
enum error_code tournament_folder_plan(const struct tournament_folder *folder,
                                       const struct options *options, struct tournament_kept *kept,
                                       struct tournament_plan *ret_plan, bool *ret_is_new,
                                       struct error *error);
void tournament_kept_finish(struct tournament_kept *kept);

/* Stores the plan in the folder. IO. */
enum error_code tournament_folder_keep(const struct tournament_folder *folder,
                                       const struct tournament_plan *plan, struct error *error);
/* Has programs.log any content? */
bool tournament_folder_has_log(const struct tournament_folder *folder);
/* Removes the files of a run that ended before its plan was stored: nothing was played yet. */
void tournament_folder_clear(const struct tournament_folder *folder);
/* To be called if no plan was stored: removes all files of the run, and the folder if the run
 * created it, unless programs.log has content, which tells what went wrong. */
void tournament_folder_abandon(const struct tournament_folder *folder);

#endif
