#include "client/cli/own_name.h"

#include "client/cli/options.h"
#include "client/lib/loop.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static bool belongs_in_name(unsigned char c)
{
    return c < 0x80 && (isalnum(c) || strchr("-_.", c) != NULL);
}

void name_fit(const char *wanted, char ret_name[WIRE_NAME_MAX + 1])
{
    size_t len = 0;
    bool has_letter = false;
    for (const char *c = wanted ? wanted : ""; *c && len < WIRE_NAME_MAX; c++) {
        unsigned char byte = (unsigned char)*c;
        if ((byte & 0xC0) == 0x80)
            continue; /* continuation byte: the first byte has become a '-' */
        bool belongs = belongs_in_name(byte);
        has_letter |= belongs && isalnum(byte);
        ret_name[len++] = belongs ? *c : '-';
    }
    ret_name[len] = '\0';
    if (!has_letter)
        strcpy(ret_name, "guest");
}

enum error_code name_check_given(const char *name, struct error *error)
{
    size_t len = strlen(name);
    bool fits = len >= 1 && len <= WIRE_NAME_MAX;
    for (size_t i = 0; fits && i < len; i++)
        fits = (unsigned char)name[i] >= 0x80 || belongs_in_name((unsigned char)name[i]);
    return fits ? ERROR_NONE
                : error_set(error, ERROR_USAGE,
                            "a name is 1 to %d bytes of letters, digits and -_.", WIRE_NAME_MAX);
}

enum error_code name_check_value(const char *what, const char *name, struct error *error)
{
    bool is_wrong = name && name_check_given(name, error);
    return is_wrong ? options_blame(error, what, name) : ERROR_NONE;
}

void name_draw_visitor(char ret_name[WIRE_NAME_MAX + 1])
{
    uint32_t number;
    entropy_fill(&number, sizeof number);
    snprintf(ret_name, WIRE_NAME_MAX + 1, "viewer-%08x", number);
}
