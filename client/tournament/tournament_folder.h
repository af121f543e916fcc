/* The folder of `takeaway tournament run`: what is in it, the plan that is kept there, and that
 * only one runs in it. */
#ifndef CLIENT_TOURNAMENT_FOLDER_H
#define CLIENT_TOURNAMENT_FOLDER_H

#include "client/tournament/tournament_plan.h"

struct tournament_folder {
    const char *path; /* borrowed */
    bool is_made;     /* by tournament_folder_open() */
    int lock;         /* a descriptor; -1: none */
    int log;          /* where standard error of server and bots goes; a descriptor; -1: none */
};

/* Makes the folder, unless it is there, and locks it until tournament_folder_close(). IO, also
 * where another program runs in it, and where it has no plan but files that no run leaves without
 * one. Close it in any case. */
enum error_code tournament_folder_open(const char *path, struct tournament_folder *ret_folder,
                                       struct error *error);
void tournament_folder_close(struct tournament_folder *folder);

/* Appends the path of a file of it. */
void tournament_folder_print(const struct tournament_folder *folder, const char *file,
                             struct text *out);

/* Makes the plan out of the options and the plan that is kept in the folder: an option that is not
 * given is as it is kept, and one that is given has to say the same (USAGE, with both values).
 * Without a plan in the folder, it is made of the options alone; then *ret_is_new, and a seed is
 * drawn where none is given. `kept` has the texts that the plan borrows. */
struct tournament_kept {
    char *values[OPTION_COUNT]; /* owned; NULL: not there */
};
enum error_code tournament_folder_plan(const struct tournament_folder *folder,
                                       const struct options *options, struct tournament_kept *kept,
                                       struct tournament_plan *ret_plan, bool *ret_is_new,
                                       struct error *error);
void tournament_kept_finish(struct tournament_kept *kept);

/* From now on the folder is this plan's. IO. */
enum error_code tournament_folder_keep(const struct tournament_folder *folder,
                                       const struct tournament_plan *plan, struct error *error);
/* Has one of its programs ever left a word in programs.log? */
bool tournament_folder_has_log(const struct tournament_folder *folder);
/* Removes what a run has left that was ended before the plan was kept: nothing was played yet. */
void tournament_folder_clear(const struct tournament_folder *folder);
/* Where no plan is kept in the end: removes all that the run has made, the folder too if it has,
 * unless one of its programs has left a word of what went wrong. */
void tournament_folder_abandon(const struct tournament_folder *folder);

#endif
