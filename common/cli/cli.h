/* The command line of a program, described once: its commands, options, exit statuses, files. From
 * this description come the reading of the command line and of a file of options, the help, the
 * manual page and the words by which shells complete a command line.
 *
 * Texts of several lines are written as in a help: paragraphs with an empty line between two; below
 * one, lines that begin with blanks are a list (the term, two blanks or more, what it means,
 * perhaps over several lines that begin further right) or, where there is nothing to the right, an
 * example. `...` is something to type. */
#ifndef COMMON_CLI_CLI_H
#define COMMON_CLI_CLI_H

#include "common/base/error.h"
#include "common/base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    CLI_OPTIONS_MAX = 64, /* as many as a set has bits */
    CLI_ARGUMENTS_MAX = 3,
};

/* --- the description --- */

struct cli_option;

/* A value as it is given. */
struct cli_given {
    const struct cli_option *option;
    const char
        *name; /* of the option as the user writes it: "--idle-time", in a file "idle-time" */
    const char *text;
    void *place; /* of the value in the struct that is filled */
};

/* How the value of an option is read into its place, and printed as it is read. */
struct cli_type {
    /* USAGE says what was expected; then the place is unchanged. */
    enum error_code (*read)(const struct cli_given *given, struct error *error);
    void (*print)(const struct cli_option *option, const void *place, struct text *out);
    bool is_list; /* the option may be given several times: each value is read where it stands */
};

extern const struct cli_type cli_switch;  /* bool: true where it is given */
extern const struct cli_type cli_yes_no;  /* bool; a switch that --NAME=no takes back */
extern const struct cli_type cli_string;  /* const char *, which stays the caller's */
extern const struct cli_type cli_path;    /* char *, owned; of at most `maximum` bytes */
extern const struct cli_type cli_number;  /* int64_t from `minimum` to `maximum`, and so are: */
extern const struct cli_type cli_bytes;   /* ... 64K, 8M, 1G */
extern const struct cli_type cli_seconds; /* ... kept in ms: 5, 0.025 */
/* struct address. The empty one is none, where `minimum` is 0. `maximum` is the port of a host
 * without one; 0: the port has to be given. */
extern const struct cli_type cli_address;

struct cli_option {
    const char *group; /* that begins with this row; NULL: the one before goes on */
    const char *name;  /* without "--" */
    const char *value; /* what stands for it, such as "FILE" or "me|them"; NULL: a switch */
    const struct cli_type *type; /* NULL: it is only noted in struct options */
    size_t place;                /* of the value in the struct that is filled */
    int64_t minimum, maximum;    /* of the value; what they mean depends on the type */
    const char *meaning;
};

/* What an option means for one command, in place of what it means elsewhere. */
struct cli_words {
    size_t option; /* its row */
    const char *meaning;
};

/* What the first argument of a command may be, where what goes with it depends on that. */
struct cli_verb {
    const char *name;
    const char *argument; /* that follows it, such as "NAME"; NULL: none */
    uint64_t options;     /* that it takes, of those that not every verb does */
};

struct options;

/* A command, or the program itself, whose parts are the commands. */
struct cli_command {
    const char *name; /* of a part with the command's before it: "alpha count" */
    /* Such as "[MATCH]" or "N ROUND BOARD", which says how many there may be: at most
     * CLI_ARGUMENTS_MAX. NULL: none. */
    const char *arguments;
    bool may_lack_arguments;       /* the command says itself when they are missing */
    uint64_t options;              /* a bit for each of struct cli's */
    const struct cli_words *words; /* ends with a row whose meaning is NULL; NULL: none */
    const char *summary;
    const char *details;             /* NULL: none */
    const struct cli_command *parts; /* ends with a row whose name is NULL; NULL: none */
    const struct cli_verb *verbs;    /* ends with a row whose name is NULL; NULL: none */
    /* Returns the exit status. The caller says the error that it sets, if any. NULL: the program,
     * or it has parts. */
    int (*run)(const struct options *options, struct error *error);
};

/* The command `help`, which every program with commands has besides those of its table. */
extern const struct cli_command cli_help_command;

/* What may be typed where "RULES" stands: words between blanks, or CLI_FILES. An option's value
 * such as "P,P,..." is a list: each of its parts is completed. "run P,P,...": only where the
 * command is `run`, or the last part of its name is. */
struct cli_values {
    const char *word;
    const char *values;
    void (*print)(struct text *out); /* appends them, each with a blank behind it; NULL: `values` */
};

#define CLI_FILES "<files>"

/* Of the manual page. */
struct cli_section {
    const char *title;
    const char *text;
    void (*print)(struct text *out); /* appends more; NULL: that is all */
};

/* What is wrong with a word of a command line. */
enum cli_fault {
    CLI_UNKNOWN,       /* there is no such option, or it is cut too short */
    CLI_NO_VALUE,      /* an option that needs one stands alone */
    CLI_VALUE,         /* a switch has one */
    CLI_MORE_ARGUMENTS /* than the command takes */
};

struct cli {
    struct cli_command program;
    const char *synopsis; /* lines that begin with the program's name */
    int section;          /* of the manual: 1, or 8 for what operators run */
    const struct cli_option *options;
    size_t option_count;                /* at most CLI_OPTIONS_MAX */
    uint64_t options_of_all;            /* taken by every command that is run */
    const struct cli_values *values;    /* ends with a row whose word is NULL */
    const struct cli_section *sections; /* ends with a row whose title is NULL */
    const char *letters;                /* how getopt_long() reads; 'h' is --help */
    int help_column;                    /* where the meaning of an option begins in a help */
    int help_width;                     /* of its lines; 0: they are not broken */
    /* Appends the value that is in force where the option is not given. NULL: no help says it. */
    void (*print_default)(const struct cli_option *option, struct text *out);
    /* What this program says of a fault in other words than all do; NONE: nothing. NULL: nothing.
     */
    enum error_code (*refuse)(enum cli_fault fault, const char *word, struct error *error);
};

/* Options of the program, and behind them those that every program has. */
size_t cli_option_count(const struct cli *cli);
/* Precondition: index < cli_option_count(). */
const struct cli_option *cli_option_at(const struct cli *cli, size_t index);
/* Does the command take the option of this row? */
bool cli_takes(const struct cli *cli, const struct cli_command *command, size_t index);
/* Appends what the option means for this command, with its default. */
void cli_print_meaning(const struct cli *cli, const struct cli_command *command, size_t index,
                       struct text *out);
/* The part of the command whose name ends with this word: `count` is "alpha count". NULL: none. */
const struct cli_command *cli_part(const struct cli_command *command, const char *word);
/* What is typed for it: "count" of "alpha count". */
const char *cli_last_word(const struct cli_command *command);

/* --- the command line --- */

/* What was given. The texts stay the caller's. */
struct options {
    const char *values[CLI_OPTIONS_MAX]; /* by row; NULL: not given; "" for a switch that was */
    const char *arguments[CLI_ARGUMENTS_MAX];
    int argument_count;
    const struct cli_command *command;
};

/* Reads what follows the command's name, which is `arguments[0]`. Values of lists are read into
 * `target`, which may be NULL where there are none. USAGE says what is wrong and what would be
 * right. */
enum error_code cli_parse(const struct cli *cli, const struct cli_command *command,
                          int argument_count, char **arguments, void *target,
                          struct options *ret_options, struct error *error);

/* USAGE where there are too few arguments. */
enum error_code cli_check_arguments(const struct options *options, struct error *error);

/* Reads all values that have a type and were given, except lists, in the order of the rows. */
enum error_code cli_read_values(const struct cli *cli, const struct options *options, void *target,
                                struct error *error);

/* --- a file of options --- */

/* Reads lines `name = value`, with the options that have a type. USAGE names the file, and the
 * line. (cli_file, a library of its own) */
enum error_code cli_read_file(const struct cli *cli, const char *path, void *target,
                              struct error *error);
/* Appends a file that says the same. */
void cli_print_file(const struct cli *cli, const void *target, struct text *out);

/* --- what a program says of itself --- */

/* Appends a line or more for each option of the command, as in a help. */
void cli_print_options(const struct cli *cli, const struct cli_command *command, struct text *out);

/* For the help of each program. */
#define CLI_HELP                                                                                   \
    "--manual prints the manual page (... --manual | man -l -), --completion bash, zsh "           \
    "or fish what\n"                                                                               \
    "that shell needs to complete command lines.\n"

/* For the same, and at the end of each page: where the documents are that these name. Whole
 * lines. */
extern const char cli_documents[];

/* Answers what every program is asked for before anything else: --manual, --completion SHELL and,
 * by the scripts of the shells, --complete WORD... False: it is something else, and nothing was
 * appended. */
bool cli_answer(const struct cli *cli, int argument_count, const char *const *arguments,
                struct text *out);

/* Appends the manual page, in the language of man(7). */
void cli_print_page(const struct cli *cli, struct text *out);

/* Appends a line for each word that the last of `words` may become: the word, a tab and what it
 * means where that is known; or the line CLI_FILES, where it may be any file. The words are those
 * after the program's name. */
void cli_complete(const struct cli *cli, int count, const char *const *words, struct text *out);

/* Appends the script that makes a shell complete the command lines of `program`. False: there is
 * none for this shell. */
bool cli_print_script(const char *program, const char *shell, struct text *out);

#endif
