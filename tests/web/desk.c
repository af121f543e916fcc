/* The desk of the page's rules as a filter: questions from standard input, each with a zero behind
 * it; answers to standard output, each with a line break. */
#include "web/rules/desk.h"

#include <stdio.h>

int main(void)
{
    struct desk *desk = desk_create(64 << 20);
    struct text question = {0}, answer = {0};
    for (int c; (c = getchar()) != EOF;) {
        if (c) {
            text_append_char(&question, (char)c);
            continue;
        }
        desk_answer(desk, text_string(&question), question.len, &answer);
        puts(text_string(&answer));
        fflush(stdout);
        text_clear(&question);
        text_clear(&answer);
    }
    text_finish(&question);
    text_finish(&answer);
    desk_destroy(desk);
    return 0;
}
