/* Runs a target over the inputs that are kept, in the Test Anything Protocol: replay FOLDER... */
#include "tests/fuzz/fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { INPUT_MAX = 1 << 20, PATH_TEXT_MAX = 4096 };

static void run_file(const char *path)
{
    static uint8_t bytes[INPUT_MAX];
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        exit(EXIT_FAILURE);
    }
    size_t len = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    /* A copy of just this length, so that a sanitizer sees what is read behind it. */
    uint8_t *input = malloc(len ? len : 1);
    memcpy(input, bytes, len);
    LLVMFuzzerTestOneInput(input, len);
    free(input);
}

static unsigned run_folder(const char *folder)
{
    struct dirent **entries;
    unsigned count = 0;
    int found = scandir(folder, &entries, NULL, alphasort);
    if (found < 0) {
        perror(folder);
        exit(EXIT_FAILURE);
    }
    for (int i = 0; i < found; i++) {
        char path[PATH_TEXT_MAX];
        if (entries[i]->d_name[0] != '.') {
            snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
            fprintf(stderr, "%s\n", path); /* the last one named is the one that fails */
            run_file(path);
            count++;
        }
        free(entries[i]);
    }
    free(entries);
    return count;
}

int main(int argc, char **argv)
{
    /* What a target prints is no part of the report. */
    FILE *report = fdopen(dup(STDOUT_FILENO), "w");
    dup2(STDERR_FILENO, STDOUT_FILENO);
    fprintf(report, "1..%d\n", argc - 1);
    for (int i = 1; i < argc; i++) {
        unsigned count = run_folder(argv[i]);
        fprintf(report, "%s %d - %u inputs of %s\n", count > 0 ? "ok" : "not ok", i, count,
                argv[i]);
    }
    fclose(report);
    return argc > 1 ? EXIT_SUCCESS : EXIT_FAILURE;
}
