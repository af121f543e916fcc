/* The command line of a program, described once by a struct cli. The engine parses the command line
 * and a file of options by this description, and makes the help, the manual page and the shell
 * completions from it.
 *
 * Texts of several lines are laid out as in a help. An empty line separates two paragraphs. Lines
 * that begin with blanks are a list: the term, two blanks or more, its meaning, which may go on in
 * lines that begin further right. A line with a term alone is an example. `...` is something to
 * type. */
#ifndef COMMON_CLI_CLI_H
#define COMMON_CLI_CLI_H

#include "common/base/error.h"
#include "common/base/exit_status.h"
#include "common/base/random.h"
#include "common/base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    CLI_OPTIONS_MAX = 128, /* as many as a set has bits */
    CLI_ARGUMENTS_MAX = 3,
};

/* --- the description --- */

struct cli_option;

/* A value as the user wrote it. */
struct cli_given {
    const struct cli_option *option;
    const char *name; /* of the option: "--idle-time" on a command line, "idle-time" in a file */
    const char *text;
    void *place; /* where the value is stored */
};

/* A type of values. */
struct cli_type {
    /* Stores the value. USAGE tells what was expected and leaves the place unchanged. */
    enum error_code (*read)(const struct cli_given *given, struct error *error);
    /* Appends the value in the form that `read` takes. */
    void (*print)(const struct cli_option *option, const void *place, struct text *out);
    bool is_list; /* the option may be repeated: cli_parse() reads each value as it comes */
};

extern const struct cli_type cli_switch; /* bool: true when given */
extern const struct cli_type cli_yes_no; /* bool: a switch that --NAME=no takes back */
extern const struct cli_type cli_string; /* const char *, borrowed */
extern const struct cli_type cli_path;   /* char *, owned, of at most `maximum` bytes */
/* int64_t from `minimum` to `maximum`; bytes as 64K, 8M or 1G; seconds as 5 or 0.025, stored in ms.
 */
extern const struct cli_type cli_number, cli_bytes, cli_seconds;
/* struct address. `minimum` 0 allows the empty address, which means none. `maximum` is the default
 * port; 0: the port is required. */
extern const struct cli_type cli_address;

struct cli_option {
    const char *group;           /* heading of a group that begins with this row, else NULL */
    const char *name;            /* without "--" */
    const char *value;           /* its placeholder, such as "FILE" or "me|them"; NULL: a switch */
    const struct cli_type *type; /* NULL: the text is kept in struct options alone */
    size_t place;                /* offset of the value in the struct of all values */
    int64_t minimum, maximum;    /* as the type defines them */
    const char *meaning;
};

/* A meaning that an option has for one command only. */
struct cli_words {
    size_t option; /* its row */
    const char *meaning;
};

/* A first argument that decides which other arguments and options go with it. */
struct cli_verb {
    const char *name;
    const char *argument; /* the second argument, such as "NAME"; NULL: none */
    uint128 options;      /* those of its own; options of no verb go with every verb */
};

struct options;

/* A command, or the program itself, whose parts are the commands. */
struct cli_command {
    const char *name; /* of a part with the command's: "alpha count" */
    /* Their form, such as "[MATCH]" or "N ROUND BOARD": cli_parse() counts its words, of which
     * there are at most CLI_ARGUMENTS_MAX. NULL: none. */
    const char *arguments;
    bool may_lack_arguments;       /* `run` checks whether they are needed */
    uint128 options;               /* a bit for each row of struct cli's */
    const struct cli_words *words; /* ends with a row whose meaning is NULL; NULL: none */
    const char *summary;
    const char *details;             /* NULL: none */
    const struct cli_command *parts; /* ends with a row whose name is NULL; NULL: none */
    const struct cli_verb *verbs;    /* ends with a row whose name is NULL; NULL: none */
    /* Returns the exit status. The caller prints the error if it is set. NULL for the program and
     * for commands with parts. */
    int (*run)(const struct options *options, struct error *error);
};

/* Every program with commands also has the command `help`, which is no row of its table. */
extern const struct cli_command cli_help_command;

/* The completions of a placeholder such as "RULES". In a list such as "P,P,..." each element is
 * completed. "run P,P,..." holds only for commands whose last word is `run`. */
struct cli_values {
    const char *word;                /* the placeholder */
    const char *values;              /* words between blanks, or CLI_FILES */
    void (*print)(struct text *out); /* appends each word and a blank, instead of `values` */
};

#define CLI_FILES "<files>"

/* A section of the manual page. */
struct cli_section {
    const char *title;
    const char *text;
    bool has_statuses;               /* the exit statuses follow the text */
    void (*print)(struct text *out); /* appends more text; NULL: none */
};

/* The faults of a word of the command line. */
enum cli_fault {
    CLI_UNKNOWN,       /* no option has this name, or several begin with it */
    CLI_NO_VALUE,      /* the option needs a value */
    CLI_VALUE,         /* the option is a switch, but has a value */
    CLI_MORE_ARGUMENTS /* the command takes fewer arguments */
};

struct cli {
    struct cli_command program;
    const char *synopsis; /* each line begins with the program's name */
    int section;          /* of the manual: 1, or 8 for a program that operators run */
    const struct cli_option *options;
    size_t option_count;                /* at most CLI_OPTIONS_MAX */
    uint128 options_of_all;             /* of every command that can be run */
    enum exit_status last_status;       /* of those that the program ends with */
    const struct cli_values *values;    /* ends with a row whose word is NULL */
    const struct cli_section *sections; /* ends with a row whose title is NULL */
    const char *letters;                /* the short options for getopt_long(); 'h' is --help */
    int help_column;                    /* in which the meanings of options begin in a help */
    int help_width;                     /* longer lines are broken; 0: none is */
    /* Appends the value of an option that is not given. NULL: helps show no defaults. */
    void (*print_default)(const struct cli_option *option, struct text *out);
    /* Takes a line of a section of a file of options; `name` NULL: the section begins in this line;
     * `section` NULL: the file has ended. USAGE. NULL: there are no sections. */
    enum error_code (*take_line)(void *target, int line, const char *section, const char *name,
                                 const char *value, struct error *error);
    /* Sets the error for a fault that this program words in its own way, or returns NONE. May be
     * NULL. */
    enum error_code (*refuse)(enum cli_fault fault, const char *word, struct error *error);
};

/* The rows of the program, followed by the options that every program has. */
size_t cli_option_count(const struct cli *cli);
/* Precondition: index < cli_option_count(). */
const struct cli_option *cli_option_at(const struct cli *cli, size_t index);
/* Does the command take the option of this row? */
bool cli_takes(const struct cli *cli, const struct cli_command *command, size_t index);
/* Appends the meaning of the option for this command, with its default. */
void cli_print_meaning(const struct cli *cli, const struct cli_command *command, size_t index,
                       struct text *out);
/* The part whose name ends with the word: "count" finds "alpha count". NULL: none. */
const struct cli_command *cli_part(const struct cli_command *command, const char *word);
/* "count" of "alpha count". */
const char *cli_last_word(const struct cli_command *command);

/* --- the command line --- */

/* A parsed command line. The texts are borrowed from it. */
struct options {
    const char *values[CLI_OPTIONS_MAX]; /* by row; NULL: not given; "" for a given switch */
    const char *arguments[CLI_ARGUMENTS_MAX];
    int argument_count;
    const struct cli_command *command;
};

/* Parses the words behind `arguments[0]`, the command's name. Reads the values of lists into
 * `target`, which may be NULL if the program has none. USAGE says what is wrong and what would be
 * right. */
enum error_code cli_parse(const struct cli *cli, const struct cli_command *command,
                          int argument_count, char **arguments, void *target,
                          struct options *ret_options, struct error *error);

/* USAGE if there are too few arguments. */
enum error_code cli_check_arguments(const struct options *options, struct error *error);

/* Reads the given values of all options with a type, except lists, in the order of the rows. */
enum error_code cli_read_values(const struct cli *cli, const struct options *options, void *target,
                                struct error *error);

/* --- a file of options --- */

/* Reads lines `name = value` of options with a type, and those of sections. USAGE names the file
 * and the line. `ret_lines`
 * gets the number of each option's line, by row; 0: it has none. In a library of its own, cli_file,
 * because of inih. */
enum error_code cli_read_file(const struct cli *cli, const char *path, void *target,
                              int ret_lines[CLI_OPTIONS_MAX], struct error *error);
/* Appends a file with all values, but for the rows in the set `left_out`. */
void cli_print_file(const struct cli *cli, const void *target, uint128 left_out, struct text *out);

/* --- help, manual page and completion --- */

/* Appends the options of the command as a help lists them. */
void cli_print_options(const struct cli *cli, const struct cli_command *command, struct text *out);

/* Whole lines about --manual, --completion and the documents, for the help of each program. */
extern const char cli_own_help[];
/* The lines about the documents alone. */
extern const char cli_documents[];

/* Appends the answer to --manual, --completion SHELL or --complete WORD..., by which the scripts of
 * the shells ask. False: the command line is none of these. */
bool cli_answer(const struct cli *cli, int argument_count, const char *const *arguments,
                struct text *out);

/* Appends the manual page, in the language of man(7). */
void cli_print_page(const struct cli *cli, struct text *out);

/* Appends a line for each completion of the last word: the completed word and, if it has a meaning,
 * a tab and the meaning. The line CLI_FILES stands for the names of files. `words` begin behind the
 * program's name. */
void cli_complete(const struct cli *cli, int count, const char *const *words, struct text *out);

/* Appends the completion script of a shell. False: there is none for this shell. */
bool cli_print_script(const char *program, const char *shell, struct text *out);

#endif
