/* Threads that do the parts of one job after the other, together with the thread that owns them.
 *
 *     crew_begin(crew, 8);    // others begin with the parts 0, 1, ...
 *     ...                     // the owner does something else
 *     crew_end(crew);         // does parts that nobody has begun, and waits for the rest
 *
 * All that was written before crew_begin() is seen by the parts, and all that they write is seen
 * after crew_end(). Where there are no threads (WebAssembly) crew_end() does every part. */
#ifndef COMMON_BASE_CREW_H
#define COMMON_BASE_CREW_H

enum { CREW_MAX = 256 };

struct crew;

/* Does a part of the job. `member` is 0 on the owner's thread and differs on each other one, so
 * that an array of crew_size() elements has one for each. */
typedef void crew_part(void *owner, int member, int part);

/* As many as there are processors for this program: from 1 to CREW_MAX. */
int crew_size_here(void);
/* From now on crew_size_here() is 1: for a process whose memory or processor time is limited. Call
 * before there are threads. */
void crew_stay_alone(void);

/* `size` from 1 to CREW_MAX, the owner's thread included. Threads that cannot be started are left
 * out. */
struct crew *crew_create(int size, crew_part *do_part, void *owner);
/* Not between crew_begin() and crew_end(). NULL: nothing. */
void crew_destroy(struct crew *crew);
int crew_size(const struct crew *crew);

/* Begins a job of `parts` parts. The last one has ended. */
void crew_begin(struct crew *crew, int parts);
/* Ends the job. Without one it does nothing. */
void crew_end(struct crew *crew);

#endif
