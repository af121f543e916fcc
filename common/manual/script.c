/* The scripts by which shells complete the command lines of a program. They know nothing of it:
 * they ask it, by --complete. In them PROGRAM stands for its name, and FUNCTION for what its
 * function is called there. */
#include "common/manual/manual.h"

#include <string.h>

/* Bash takes a word apart at ':' and '=', and replaces only what is behind the last of them. */
static const char bash[] =
    "# Completes command lines of PROGRAM in bash, by asking it.\n"
    "FUNCTION() {\n"
    "    local words current broken line\n"
    "    read -ra words <<<\"${COMP_LINE:0:COMP_POINT}\"\n"
    "    [[ ${COMP_LINE:0:COMP_POINT} == *[[:space:]] ]] && words+=('')\n"
    "    current=${words[-1]}\n"
    "    broken=${current%\"${current##*[:=]}\"}\n"
    "    COMPREPLY=()\n"
    "    while IFS= read -r line; do\n"
    "        if [[ $line == '" MANUAL_FILES "' ]]; then\n"
    "            compopt -o filenames\n"
    "            mapfile -t COMPREPLY < <(compgen -f -- \"${current#--*=}\")\n"
    "            return\n"
    "        fi\n"
    "        line=${line%%$'\\t'*}\n"
    "        COMPREPLY+=(\"${line#\"$broken\"}\")\n"
    "    done < <(\"$1\" --complete \"${words[@]:1}\" 2>/dev/null)\n"
    "}\n"
    "complete -F FUNCTION PROGRAM\n";

/* In what _describe is given, ':' parts a word from its meaning. */
static const char zsh[] =
    "#compdef PROGRAM\n"
    "# Completes command lines of PROGRAM in zsh, by asking it.\n"
    "FUNCTION() {\n"
    "    local line\n"
    "    local -a described\n"
    "    for line in ${(f)\"$(${(Q)words[1]} --complete \"${(@Q)words[2,CURRENT]}\" 2>/dev/null)\"}; do\n"
    "        if [[ $line == '" MANUAL_FILES "' ]]; then\n"
    "            compset -P '--*='\n"
    "            _files\n"
    "            return\n"
    "        fi\n"
    "        line=${line//:/\\\\:}\n"
    "        described+=(\"${line/$'\\t'/:}\")\n"
    "    done\n"
    "    _describe -V PROGRAM described\n"
    "}\n"
    "if [[ ${funcstack[1]} == FUNCTION ]]; then\n"
    "    FUNCTION \"$@\"\n"
    "else\n"
    "    compdef FUNCTION PROGRAM\n"
    "fi\n";

static const char fish[] =
    "# Completes command lines of PROGRAM in fish, by asking it.\n"
    "function FUNCTION\n"
    "    set -l words (commandline -opc)\n"
    "    set -l current (commandline -ct)\n"
    "    for line in ($words[1] --complete $words[2..-1] \"$current\" 2>/dev/null)\n"
    "        if test \"$line\" = '" MANUAL_FILES "'\n"
    "            set -l before (string match -r -- '^--[^=]*=' \"$current\")\n"
    "            for path in (__fish_complete_path (string replace -- \"$before\" '' \"$current\"))\n"
    "                echo -- \"$before$path\"\n"
    "            end\n"
    "        else\n"
    "            echo -- $line\n"
    "        end\n"
    "    end\n"
    "end\n"
    "complete -c PROGRAM -f -a '(FUNCTION)'\n";

static const struct shell {
    const char *name;
    const char *script;
} shells[] = {{"bash", bash}, {"zsh", zsh}, {"fish", fish}};

enum { SHELLS = sizeof shells / sizeof *shells };

static const char *script_of(const char *shell)
{
    for (size_t i = 0; i < SHELLS; i++) {
        if (strcmp(shells[i].name, shell) == 0)
            return shells[i].script;
    }
    return NULL;
}

/* "_takeaway_bot" of "takeaway-bot". */
static void print_function(const char *program, struct text *out)
{
    text_append_char(out, '_');
    for (const char *c = program; *c; c++)
        text_append_char(out, *c == '-' ? '_' : *c);
}

bool manual_print_script(const char *program, const char *shell, struct text *out)
{
    static const char program_word[] = "PROGRAM", function_word[] = "FUNCTION";
    const char *script = script_of(shell);
    for (const char *c = script; c && *c;) {
        if (strncmp(c, program_word, strlen(program_word)) == 0) {
            text_append_string(out, program);
            c += strlen(program_word);
        } else if (strncmp(c, function_word, strlen(function_word)) == 0) {
            print_function(program, out);
            c += strlen(function_word);
        } else {
            text_append_char(out, *c++);
        }
    }
    return script;
}
