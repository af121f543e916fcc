#include "tests/exposition.h"

#include <ctype.h>
#include <math.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_SIZE = 128, LINE_SIZE = 512 };

#define NAME "[a-zA-Z_:][a-zA-Z0-9_:]*"
#define LABEL "[a-zA-Z_][a-zA-Z0-9_]*=\"([^\"\\\\]|\\\\[\\\\n\"])*\""
#define SAMPLE                                                                                     \
    "^" NAME "([{]" LABEL "(," LABEL ")*[}])? ([0-9]+([.][0-9]+)?(e[+-]?[0-9]+)?|[+-]Inf|NaN)$"
#define HELP "^# HELP " NAME " .+$"
#define TYPE "^# TYPE " NAME " (counter|gauge|histogram|summary|untyped)$"

/* What the lines so far have said about the metric that is being told. */
struct family {
    char help[NAME_SIZE], name[NAME_SIZE], type[16];
    double below; /* of a histogram: the last bucket's count, and its bound */
    double bound;
    bool has_all; /* its +Inf */
    double all;
};

static bool matches(const char *line, const char *pattern)
{
    regex_t regex;
    if (regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB))
        abort();
    bool found = regexec(&regex, line, 0, NULL, 0) == 0;
    regfree(&regex);
    return found;
}

/* The bucket of a histogram has to hold what the one before does, and more only. */
static bool take_bucket(struct family *family, const char *rest, double value)
{
    char bound_text[32];
    if (sscanf(rest, "{le=\"%31[^\"]\"}", bound_text) != 1)
        return false;
    double bound = strtod(bound_text, NULL);
    bool grows = value >= family->below && bound > family->bound;
    family->below = value;
    family->bound = bound;
    if (isinf(bound)) {
        family->has_all = true;
        family->all = value;
    }
    return grows;
}

static bool take_sample_of_histogram(struct family *family, const char *suffix, double value)
{
    if (strncmp(suffix, "_bucket{", 8) == 0)
        return take_bucket(family, suffix + 7, value);
    if (strncmp(suffix, "_count ", 7) == 0)
        return family->has_all && family->all == value;
    return strncmp(suffix, "_sum ", 5) == 0;
}

static bool take_sample(struct family *family, const char *line)
{
    size_t len = strlen(family->name);
    if (!matches(line, SAMPLE) || len == 0 || strncmp(line, family->name, len) != 0)
        return false;
    double value = strtod(strrchr(line, ' ') + 1, NULL);
    if (strcmp(family->type, "histogram") == 0)
        return take_sample_of_histogram(family, line + len, value);
    return line[len] == ' ' || line[len] == '{';
}

static bool take_line(struct family *family, const char *line)
{
    if (matches(line, HELP)) {
        *family = (struct family){.bound = -1};
        return sscanf(line, "# HELP %127s", family->help) == 1;
    }
    if (matches(line, TYPE))
        return sscanf(line, "# TYPE %127s %15s", family->name, family->type) == 2 &&
               strcmp(family->help, family->name) == 0;
    return take_sample(family, line);
}

/* Is the sample, or the metric, of this line told again further down? */
static bool is_repeated(const char *line, const char *rest)
{
    char start[LINE_SIZE];
    size_t len = line[0] == '#' ? strlen(line) : (size_t)(strrchr(line, ' ') - line) + 1;
    snprintf(start, sizeof start, "\n%.*s", (int)len, line);
    return strstr(rest, start) != NULL;
}

bool exposition_is_sound(const char *text, char *why, size_t size)
{
    struct family family = {0};
    while (*text) {
        char line[LINE_SIZE];
        size_t len = strcspn(text, "\n");
        snprintf(line, sizeof line, "%.*s", (int)len, text);
        if (text[len] != '\n' || len >= sizeof line || !take_line(&family, line) ||
            is_repeated(line, text + len)) {
            snprintf(why, size, "this is not as it should be: %s", line);
            return false;
        }
        text += len + 1;
    }
    bool is_whole = strcmp(family.type, "histogram") != 0 || family.has_all;
    snprintf(why, size, "%s has no +Inf", family.name);
    return is_whole && *family.type;
}

double exposition_value(const char *text, const char *sample)
{
    size_t len = strlen(sample);
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1) {
        if (strncmp(line, sample, len) == 0 && line[len] == ' ')
            return strtod(line + len, NULL);
    }
    return -1;
}
