/* The options of a manual: the program's, and behind them those that every program with a manual
 * has. Private to the manual. */
#ifndef COMMON_MANUAL_ROW_H
#define COMMON_MANUAL_ROW_H

#include "common/manual/manual.h"

size_t row_count(const struct manual *manual);
/* Precondition: index < row_count(). */
const struct manual_option *row_at(const struct manual *manual, size_t index);
bool row_is_of(const struct manual *manual, const struct manual_command *command, size_t index);
/* What the option means for this command. */
const char *row_meaning(const struct manual *manual, const struct manual_command *command,
                        size_t index);

#endif
