#include "client/tui/terminal.h"

#include "client/lib/loop.h"
#include "common/base/memory.h"
#include "common/base/streams.h"

#include <assert.h>
#include <langinfo.h>
#include <locale.h>
#include <ncurses.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <unistr.h>
#include <wchar.h>

/* The timeout for the remaining bytes of a key, after which an Esc is a key of its own. */
enum { ESCAPE_DELAY_MS = 50 };

/* Switch bracketed paste on and off, in which the terminal marks pasted text. */
static const char paste_on[] = "\033[?2004h", paste_off[] = "\033[?2004l";
static const char mouse_off[] = "\033[?1006;1000l";
enum { KEY_PASTE_BEGIN = KEY_MAX + 1, KEY_PASTE_END };

struct terminal {
    struct terminal_events events;
    SCREEN *screen;
    struct watch *input;
    struct signal_watch *resize, *suspend, *hangup;
    mbstate_t character; /* the state of an incomplete character */
    bool has_unicode;
    bool is_modern; /* has a mouse, and hence bracketed paste */
    bool is_pasting;
    bool uses_mouse;
};

/* --- painting --- */

/* The look of each style with eight colours and without colours. */
static const struct look {
    short colour; /* -1: the terminal's own */
    attr_t with_colour;
    attr_t without;
} looks[STYLE_COUNT] = {
    [STYLE_PLAIN] = {-1, A_NORMAL, A_NORMAL},
    [STYLE_DIM] = {-1, A_DIM, A_DIM},
    [STYLE_TITLE] = {-1, A_BOLD, A_BOLD},
    [STYLE_KEY] = {COLOR_CYAN, A_BOLD, A_BOLD},
    [STYLE_CHOSEN] = {-1, A_REVERSE, A_REVERSE},
    [STYLE_COUNTER] = {COLOR_YELLOW, A_NORMAL, A_NORMAL},
    [STYLE_TAKEN] = {COLOR_RED, A_NORMAL, A_DIM},
    [STYLE_LAST] = {COLOR_MAGENTA, A_BOLD, A_UNDERLINE},
    [STYLE_GOOD] = {COLOR_GREEN, A_NORMAL, A_BOLD},
    [STYLE_BAD] = {COLOR_RED, A_BOLD, A_BOLD},
    [STYLE_WARN] = {COLOR_YELLOW, A_BOLD, A_BOLD},
    [STYLE_URGENT] = {COLOR_RED, A_BOLD | A_REVERSE, A_BOLD | A_REVERSE},
};

static bool has_colours;

/* Sets up colours, if the terminal has them and NO_COLOR is empty. To be called after curses is
 * initialised. */
static void paint_init(void)
{
    const char *no_colour = getenv("NO_COLOR");
    has_colours = !(no_colour && *no_colour) && has_colors() && start_color() == OK && COLORS >= 8;
    if (!has_colours)
        return;
    short background = use_default_colors() == OK ? -1 : COLOR_BLACK;
    for (int style = 0; style < STYLE_COUNT; style++) {
        if (looks[style].colour >= 0)
            init_pair((short)(style + 1), looks[style].colour, background);
    }
}

static void paint_cell(int row, int column, const struct cell *cell)
{
    assert(cell->style < STYLE_COUNT);
    const struct look *look = &looks[cell->style];
    const uint8_t *at = (const uint8_t *)cell->text;
    wchar_t wide[CCHARW_MAX + 1]; /* the most characters that curses takes in a cell */
    cchar_t character;
    ucs4_t code;
    int count = 0;
    if (cell->text[0] == '\0')
        return; /* the right half of the previous cell */
    while (count < CCHARW_MAX && (at = u8_next(&code, at)))
        wide[count++] = (wchar_t)code;
    wide[count] = L'\0';
    setcchar(&character, wide, has_colours ? look->with_colour : look->without,
             (short)(has_colours && look->colour >= 0 ? cell->style + 1 : 0), NULL);
    mvadd_wch(row, column, &character);
}

static void paint_canvas(const struct canvas *canvas)
{
    erase();
    for (int row = 0; row < canvas->rows; row++) {
        for (int column = 0; column < canvas->columns; column++)
            paint_cell(row, column, &canvas->cells[row * canvas->columns + column]);
    }
    bool has_cursor = canvas->cursor_row >= 0;
    curs_set(has_cursor ? 1 : 0);
    if (has_cursor)
        move(canvas->cursor_row, canvas->cursor_column);
    refresh();
}

/* --- keys --- */

static const struct {
    int key;
    enum stroke_kind kind;
} keys[] = {
    {KEY_ENTER, STROKE_ENTER}, {'\r', STROKE_ENTER},        {'\n', STROKE_ENTER},
    {'\t', STROKE_TAB},        {KEY_BTAB, STROKE_BACK_TAB}, {KEY_BACKSPACE, STROKE_BACKSPACE},
    {'\b', STROKE_BACKSPACE},  {0x7F, STROKE_BACKSPACE},    {KEY_DC, STROKE_DELETE},
    {KEY_UP, STROKE_UP},       {KEY_DOWN, STROKE_DOWN},     {KEY_LEFT, STROKE_LEFT},
    {KEY_RIGHT, STROKE_RIGHT}, {KEY_PPAGE, STROKE_PAGE_UP}, {KEY_NPAGE, STROKE_PAGE_DOWN},
    {KEY_HOME, STROKE_HOME},   {KEY_FIND, STROKE_HOME},     {KEY_END, STROKE_END},
    {KEY_SELECT, STROKE_END},  {KEY_F(1), STROKE_HELP},     {KEY_RESIZE, STROKE_NONE},
};

static struct stroke stroke_of_key(int key)
{
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (keys[i].key == key)
            return stroke_of(keys[i].kind);
    }
    if (key >= 1 && key <= 26)
        return (struct stroke){.kind = STROKE_CONTROL, .code = 'A' + key - 1};
    return stroke_of(STROKE_UNKNOWN);
}

static void deliver(struct terminal *terminal, struct stroke stroke)
{
    if (stroke.kind != STROKE_NONE)
        terminal->events.stroke(terminal->events.owner, stroke);
}

/* A key outside the terminal's description sends ESC [ or ESC O and more bytes at once. The whole
 * sequence is one unknown key instead of Esc and characters. */
static void take_escape(struct terminal *terminal)
{
    int next = getch();
    if (next == '[' || next == 'O') {
        do {
            next = getch();
        } while (next != ERR && (next < '@' || next > '~'));
        deliver(terminal, stroke_of(STROKE_UNKNOWN));
        return;
    }
    if (next != ERR)
        ungetch(next);
    deliver(terminal, stroke_of(STROKE_ESCAPE));
}

/* Takes a byte of a character in the locale's charset. */
static void take_byte(struct terminal *terminal, char byte)
{
    wchar_t wide = 0;
    size_t taken = mbrtowc(&wide, &byte, 1, &terminal->character);
    if (taken == (size_t)-1)
        terminal->character = (mbstate_t){0};
    else if (taken == 1)
        deliver(terminal, (struct stroke){terminal->is_pasting ? STROKE_PASTED : STROKE_CHARACTER,
                                          (int64_t)wide});
}

static void take_mouse(struct terminal *terminal)
{
    MEVENT event;
    while (getmouse(&event) == OK) {
        if (event.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED))
            terminal->events.pressed(terminal->events.owner, event.y, event.x);
        else if (event.bstate & BUTTON4_PRESSED)
            deliver(terminal, stroke_of(STROKE_UP));
        else if (event.bstate & BUTTON5_PRESSED)
            deliver(terminal, stroke_of(STROKE_DOWN));
    }
}

static void take_key(struct terminal *terminal, int key)
{
    bool is_pasting = terminal->is_pasting;
    if (key == KEY_PASTE_END && is_pasting)
        terminal->is_pasting = false;
    else if (is_pasting && (key == '\r' || key == '\n' || key == '\t'))
        take_byte(terminal, ' ');
    else if (is_pasting && (key < ' ' || key > 0xFF || key == 0x7F))
        return;
    else if (key == KEY_PASTE_BEGIN)
        terminal->is_pasting = true;
    else if (key == KEY_MOUSE)
        take_mouse(terminal);
    else if (key == 0x1B)
        take_escape(terminal);
    else if (key >= ' ' && key <= 0xFF && key != 0x7F)
        take_byte(terminal, (char)key);
    else
        deliver(terminal, stroke_of_key(key));
}

static void on_input(void *owner)
{
    struct terminal *terminal = owner;
    int key, waiting = 0;
    while ((key = getch()) != ERR)
        take_key(terminal, key);
    if (ioctl(STDIN_FILENO, FIONREAD, &waiting) < 0) /* unreadable: the terminal is gone */
        terminal->events.gone(terminal->events.owner);
}

/* --- signals --- */

static void on_resized(void *owner, int number)
{
    (void)number;
    struct terminal *terminal = owner;
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0)
        resizeterm(size.ws_row, size.ws_col);
    terminal->events.resized(terminal->events.owner);
}

static void ask_for_paste_marks(const struct terminal *terminal, const char *request)
{
    if (!terminal->is_modern)
        return;
    streams_control(stdout, request);
    fflush(stdout);
}

/* A terminal without a second screen keeps the drawing: the shell continues in the last line. */
static void leave_screen(void)
{
    if (!terminfo_string("rmcup")) {
        move(LINES - 1, 0);
        clrtoeol();
        refresh();
    }
    endwin();
}

/* Ctrl-Z: gives the terminal to the shell until the program is continued. */
static void on_suspended(void *owner, int number)
{
    (void)number;
    struct terminal *terminal = owner;
    ask_for_paste_marks(terminal, paste_off);
    leave_screen();
    signal_watch_yield(terminal->suspend);
    ask_for_paste_marks(terminal, paste_on);
    clearok(stdscr, TRUE);
    on_resized(terminal, SIGWINCH);
}

static void on_hung_up(void *owner, int number)
{
    (void)number;
    struct terminal *terminal = owner;
    terminal->events.gone(terminal->events.owner);
}

/* --- opening and closing --- */

/* Adds the sequence `ending` without its padding, "$<50>", which only printing terminals needed. */
static void prepare_ending(const char *ending)
{
    while (ending && *ending) {
        size_t len = strcspn(ending, "$");
        rescue_write_first(ending, len);
        ending += len;
        const char *pause = strncmp(ending, "$<", 2) == 0 ? strchr(ending, '>') : NULL;
        if (pause)
            ending = pause + 1;
        else if (*ending)
            rescue_write_first(ending++, 1);
    }
}

/* Prepares the sequences that give the screen back if the program crashes. */
static void prepare_rescue(const struct terminal *terminal)
{
    static const char *const endings[] = {"rmkx", "cnorm", "sgr0", "rmcup"};
    if (terminal->is_modern) {
        rescue_write_first(paste_off, strlen(paste_off));
        rescue_write_first(mouse_off, strlen(mouse_off));
    }
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        prepare_ending(terminfo_string(endings[i]));
    if (!terminfo_string("rmcup")) {
        rescue_write_first("\r\n", 2);
        prepare_ending(terminfo_string("ed"));
    }
}

static void set_up(struct terminal *terminal)
{
    terminal->has_unicode = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    terminal->is_modern = terminfo_string("kmous") != NULL;
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    set_escdelay(ESCAPE_DELAY_MS);
    mouseinterval(0);
    define_key("\033[200~", KEY_PASTE_BEGIN);
    define_key("\033[201~", KEY_PASTE_END);
    paint_init();
    prepare_rescue(terminal);
    ask_for_paste_marks(terminal, paste_on);
}

enum error_code terminal_open(struct loop *loop, const struct terminal_events *events,
                              struct terminal **ret_terminal, struct error *error)
{
    setlocale(LC_CTYPE, "");
    struct terminal *terminal = memory_zeroed(1, sizeof *terminal);
    terminal->events = *events;
    /* Before curses is initialised, which otherwise handles these signals itself. */
    terminal->resize = signal_watch_create(loop, SIGWINCH, on_resized, terminal);
    terminal->suspend = signal_watch_create(loop, SIGTSTP, on_suspended, terminal);
    terminal->hangup = signal_watch_create(loop, SIGHUP, on_hung_up, terminal);
    terminal->screen = terminfo_can_draw() ? newterm(NULL, streams_screen(), stdin) : NULL;
    if (terminal->screen)
        terminal->input = watch_create(loop, STDIN_FILENO, on_input, terminal);
    if (!terminal->input) {
        terminal_close(terminal);
        const char *kind = getenv("TERM");
        return error_set(error, ERROR_IO,
                         "this terminal cannot show a full screen (TERM is '%.40s'); `takeaway "
                         "play` works on any, line by line",
                         kind ? kind : "");
    }
    set_up(terminal);
    *ret_terminal = terminal;
    return ERROR_NONE;
}

void terminal_close(struct terminal *terminal)
{
    if (!terminal)
        return;
    watch_destroy(terminal->input);
    signal_watch_destroy(terminal->resize);
    signal_watch_destroy(terminal->suspend);
    signal_watch_destroy(terminal->hangup);
    if (terminal->input)
        ask_for_paste_marks(terminal, paste_off);
    if (terminal->screen) {
        leave_screen();
        delscreen(terminal->screen);
    }
    free(terminal);
}

/* --- showing --- */

void terminal_prepare(const struct terminal *terminal, struct canvas *canvas)
{
    canvas_clear(canvas, LINES, COLS, terminal->has_unicode);
}

void terminal_show(struct terminal *terminal, const struct canvas *canvas)
{
    (void)terminal;
    paint_canvas(canvas);
}

void terminal_forget(struct terminal *terminal)
{
    (void)terminal;
    clearok(stdscr, TRUE);
}

void terminal_bell(struct terminal *terminal)
{
    (void)terminal;
    beep();
}

void terminal_use_mouse(struct terminal *terminal, bool is_used)
{
    /* curses combines a simultaneous press and release into a click, and would drop both if the
     * mask had neither clicks nor releases. */
    const mmask_t wanted =
        BUTTON1_PRESSED | BUTTON1_RELEASED | BUTTON1_CLICKED | BUTTON4_PRESSED | BUTTON5_PRESSED;
    if (is_used != terminal->uses_mouse)
        mousemask(is_used ? wanted : 0, NULL);
    terminal->uses_mouse = is_used;
}
