/* Where a person's settings for this program are. */
#ifndef CLIENT_CONFIG_FILE_H
#define CLIENT_CONFIG_FILE_H

#include "common/base/text.h"

#include <stdbool.h>

/* Appends the path of the file of this name in $XDG_CONFIG_HOME/takeaway, by default
 * ~/.config/takeaway; false: the environment names no folder. */
bool config_file_path(const char *name, struct text *out);

#endif
