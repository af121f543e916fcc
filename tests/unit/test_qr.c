/* A link as a QR code: what a reader of such codes makes of the screen's rows. */
#include "client/host/qr.h"
#include "common/base/text.h"
#include "tests/e2e/folder.h"
#include "tests/suite.h"

#include <pty.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

SUITE(qr, 20);

static const char link_of_lan[] = "https://192.168.1.5:7800/i/AbCdEfGhIjKlMnOpQrStUv#sha256:"
                                  "0123456789abcdefghijklmnopqrstuvwxyzABCDEFG";
static const char link_of_ipv6[] =
    "https://[2001:db8:1234:5678:9abc:def0:1234:5678]:65535/i/AbCdEfGhIjKlMnOpQrStUv#sha256:"
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEFG";

/* The modules of a drawn code, each a character: '1' dark, '0' light; a row of the screen gives two
 * rows of them. */
struct modules {
    struct text rows;
    int width, height;
};

static struct modules read_modules(const char *drawn, const char *lead)
{
    struct modules modules = {0};
    while (*drawn) {
        struct text upper = {0}, lower = {0};
        cr_assert_eq(strncmp(drawn, lead, strlen(lead)), 0);
        drawn += strlen(lead);
        while (*drawn != '\033') {
            bool is_block = *drawn != ' ';
            text_append_char(&upper, is_block && strncmp(drawn, "▄", 3) != 0 ? '1' : '0');
            text_append_char(&lower, is_block && strncmp(drawn, "▀", 3) != 0 ? '1' : '0');
            drawn += is_block ? 3 : 1;
        }
        cr_assert_eq(strncmp(drawn, "\033[0m\n", 5), 0);
        drawn += 5;
        modules.width = (int)upper.len;
        modules.height += 2;
        text_printf(&modules.rows, "%s\n%s\n", text_string(&upper), text_string(&lower));
        text_finish(&upper);
        text_finish(&lower);
    }
    return modules;
}

/* A picture for the reader, in which each module has 4 x 4 pixels. */
static void write_picture(const struct modules *modules, const char *path)
{
    FILE *picture = fopen(path, "w");
    fprintf(picture, "P1\n%d %d\n", 4 * modules->width, 4 * modules->height);
    for (int row = 0; row < 4 * modules->height; row++) {
        const char *from = modules->rows.bytes + row / 4 * (modules->width + 1);
        for (int column = 0; column < 4 * modules->width; column++)
            fprintf(picture, "%c\n", from[column / 4]);
    }
    cr_assert_eq(fclose(picture), 0);
}

static void expect_read(const char *link)
{
    struct text drawn = {0};
    cr_assert(qr_draw(link, 256, &drawn));
    struct modules modules = read_modules(text_string(&drawn), "\033[38;5;16;48;5;231m");
    cr_expect_leq(modules.width, QR_COLUMNS_MAX);

#ifdef ZBARIMG
    char path[FOLDER_PATH_MAX], command[FOLDER_PATH_MAX + 64], read[512] = "";
    folder_make();
    folder_path("code.pbm", path);
    write_picture(&modules, path);
    snprintf(command, sizeof command, "%s --quiet --nodbus --raw %s", ZBARIMG, path);
    FILE *reader = popen(command, "r");
    size_t len = fread(read, 1, sizeof read - 1, reader);
    cr_expect_eq(pclose(reader), 0);
    folder_remove();
    cr_assert_gt(len, 0);
    read[len - 1] = '\0'; /* the end of the line */
    cr_expect_str_eq(read, link);
#else
    (void)write_picture;
    cr_skip_test("there is no reader of QR codes here (Debian: zbar-tools)");
#endif
    text_finish(&modules.rows);
    text_finish(&drawn);
}

Test(qr, a_reader_reads_the_link_of_a_lan)
{
    expect_read(link_of_lan);
}

Test(qr, a_reader_reads_the_longest_link_of_an_address)
{
    expect_read(link_of_ipv6);
}

/* With the border above and below, which a light terminal needs as little as a dark one. */
Test(qr, it_fits_a_terminal_of_24_rows_and_has_a_light_border)
{
    struct text drawn = {0};
    cr_assert(qr_draw(link_of_lan, 8, &drawn));
    struct modules modules = read_modules(text_string(&drawn), "\033[30;47m");
    cr_expect_eq(modules.width, 37 + 8);
    cr_expect_leq(modules.height / 2, 24);
    const char *rows = text_string(&modules.rows);
    for (int row = 0; row < modules.height; row++, rows += modules.width + 1) {
        if (row < 2 || row >= 2 + 37)
            cr_expect_eq((int)strspn(rows, "0"), modules.width);
        else
            cr_expect(strspn(rows, "0") >= 4 && rows[modules.width - 4] == '0');
    }
    text_finish(&modules.rows);
    text_finish(&drawn);
}

Test(qr, a_terminal_of_16_colours_gets_its_bright_white)
{
    struct text drawn = {0};
    cr_assert(qr_draw("https://example.org/", 16, &drawn));
    cr_expect_eq(strncmp(text_string(&drawn), "\033[30;107m", 9), 0);
    text_finish(&drawn);
}

Test(qr, a_link_that_is_too_long_has_no_code)
{
    char link[QR_LINK_MAX + 2];
    struct text drawn = {0};
    memset(link, 'a', QR_LINK_MAX + 1);
    link[QR_LINK_MAX + 1] = '\0';
    cr_expect_not(qr_draw(link, 256, &drawn));
    cr_expect_eq(drawn.len, 0);
    link[QR_LINK_MAX] = '\0';
    cr_expect(qr_draw(link, 256, &drawn));
    text_finish(&drawn);
}

/* The colours of a terminal of this kind, in this locale. */
static int colours_of(const char *kind, const char *locale)
{
    int master, slave;
    cr_assert_eq(openpty(&master, &slave, NULL, NULL, NULL), 0);
    FILE *out = fdopen(slave, "w");
    setenv("TERM", kind, 1);
    setenv("LC_ALL", locale, 1);
    int colours = qr_colours_of(out);
    fclose(out);
    close(master);
    return colours;
}

Test(qr, it_is_drawn_only_on_terminals_that_show_it)
{
    cr_expect_eq(colours_of("xterm-256color", "C.UTF-8"), 256);
    cr_expect_eq(colours_of("linux", "C.UTF-8"), 8);
    cr_expect_eq(colours_of("xterm-256color", "C"), 0);
    cr_expect_eq(colours_of("vt100", "C.UTF-8"), 0);
    cr_expect_eq(colours_of("dumb", "C.UTF-8"), 0);
    cr_expect_eq(colours_of("no-such-kind", "C.UTF-8"), 0);
    FILE *file = tmpfile();
    setenv("TERM", "xterm-256color", 1);
    cr_expect_eq(qr_colours_of(file), 0);
    fclose(file);
}
