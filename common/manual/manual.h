/* What a program is, said once: its commands, options, exit statuses, files. From this description
 * come its manual page and what shells complete its command lines with; it is filled in from the
 * tables that the program itself reads, so that neither can be out of date.
 *
 * Texts of several lines are written as in a help: paragraphs with an empty line between two; below
 * one, lines that begin with blanks are a list (the term, two blanks or more, what it means,
 * perhaps over several lines that begin further right) or, where there is nothing to the right, an
 * example. `...` is something to type. */
#ifndef COMMON_MANUAL_MANUAL_H
#define COMMON_MANUAL_MANUAL_H

#include "common/base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct manual_option {
    const char *group; /* that begins with this row; NULL: the one before goes on */
    const char *name;  /* without "--" */
    const char *value; /* what stands for it, such as "FILE" or "me|them"; NULL: a switch */
    const char *meaning;
};

/* What an option means for one command, in place of what it means elsewhere. */
struct manual_words {
    size_t option; /* its row */
    const char *meaning;
};

/* What the first argument of a command may be, where what goes with it depends on that. */
struct manual_verb {
    const char *name;
    const char *argument; /* that follows it, such as "NAME"; NULL: none */
    uint64_t options;     /* that it takes, of those that not every verb does */
};

/* A command, or the program itself, whose parts are the commands. */
struct manual_command {
    const char *name;
    const char *arguments;            /* such as "[MATCH]" or "RULES POSITION" */
    uint64_t options;                 /* a bit for each of struct manual's */
    const struct manual_words *words; /* ends with a row whose meaning is NULL; NULL: none */
    const char *summary;
    const char *details;                /* NULL: none */
    const struct manual_command *parts; /* ends with a row whose name is NULL; NULL: none */
    const struct manual_verb *verbs;    /* ends with a row whose name is NULL; NULL: none */
};

/* What may be typed where "RULES" stands: words between blanks, or MANUAL_FILES. An option's value
 * such as "P,P,..." is a list: each of its parts is completed. "run P,P,...": only where the
 * command is `run`, or the last part of its name is. */
struct manual_values {
    const char *word;
    const char *values;
};

#define MANUAL_FILES "<files>"

struct manual_section {
    const char *title;
    const char *text;
};

#define MANUAL_OPTIONS_MAX 64 /* as many as a set has bits */

struct manual {
    struct manual_command program;
    const char *synopsis; /* lines that begin with the program's name */
    int section;          /* of the manual: 1, or 8 for what operators run */
    const struct manual_option *options;
    size_t option_count;                   /* at most MANUAL_OPTIONS_MAX */
    const struct manual_values *values;    /* ends with a row whose word is NULL */
    const struct manual_section *sections; /* ends with a row whose title is NULL */
};

/* For the help of each program. */
#define MANUAL_HELP                                                                                    \
    "--manual prints the manual page (... --manual | man -l -), --completion bash, zsh or fish what\n" \
    "that shell needs to complete command lines.\n"

/* For the same, and at the end of each page: where the documents are that these name. Whole
 * lines. */
extern const char manual_documents[];

/* Answers what every program with a manual is asked for before anything else: --manual,
 * --completion SHELL and, by the scripts of the shells, --complete WORD... False: it is something
 * else, and nothing was appended. */
bool manual_answer(const struct manual *manual, int argument_count, const char *const *arguments,
                   struct text *out);

/* What is wrong with such a request that was not answered: "--completion needs a shell: bash, zsh
 * or fish". NULL: it is none. */
const char *manual_refusal(int argument_count, const char *const *arguments);

/* Appends the manual page, in the language of man(7). */
void manual_print_page(const struct manual *manual, struct text *out);

/* Appends a line for each word that the last of `words` may become: the word, a tab and what it
 * means where that is known; or the line MANUAL_FILES, where it may be any file. The words are
 * those after the program's name. */
void manual_complete(const struct manual *manual, int count, const char *const *words,
                     struct text *out);

/* Appends the script that makes a shell complete the command lines of `program`. False: there is
 * none for this shell. */
bool manual_print_script(const char *program, const char *shell, struct text *out);

#endif
