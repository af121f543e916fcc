#include "client/lib/config_file.h"

#include <stdlib.h>

bool config_file_path(const char *name, struct text *out)
{
    const char *folder = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    if (folder && folder[0] == '/') /* the XDG specification ignores a relative path */
        text_printf(out, "%s/takeaway/%s", folder, name);
    else if (home && home[0] == '/')
        text_printf(out, "%s/.config/takeaway/%s", home, name);
    else
        return false;
    return true;
}
