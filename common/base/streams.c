#include "common/base/streams.h"

#include "common/base/harmless.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <unistr.h>

/* The system gives a new descriptor the lowest free number. poll() finds the missing streams rather
 * than fcntl(), because it is a call that may block: at the first such call of a thread
 * ThreadSanitizer (of LLVM 14 at least) makes its memory of signals, and loses a signal that
 * arrives meanwhile. Here that is before any handler is set. */
bool streams_open_missing(void)
{
    struct pollfd streams[] = {{.fd = STDIN_FILENO}, {.fd = STDOUT_FILENO}, {.fd = STDERR_FILENO}};
    nfds_t count = sizeof streams / sizeof *streams;
    if (poll(streams, count, 0) < 0)
        return false;
    for (nfds_t i = 0; i < count; i++) {
        if ((streams[i].revents & POLLNVAL) && open("/dev/null", O_RDWR) != streams[i].fd)
            return false;
    }
    return true;
}

void streams_keep_others(void)
{
    close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);
}

/* --- the guard --- */

/* A stream in front of another one of the C library's. */
struct guard {
    FILE *plain;  /* the stream itself; NULL: there is no guard */
    FILE *stream; /* the stream in front of it */
    int descriptor;
    char begun[4]; /* the beginning of a character, or CR, at the end of the last output */
    size_t begun_len;
    bool is_open; /* lets everything pass */
};

static struct guard guards[2];

static bool write_all(int descriptor, const char *bytes, size_t len)
{
    while (len > 0) {
        ssize_t written = write(descriptor, bytes, len);
        if (written < 0 && errno != EINTR)
            return false;
        bytes += written > 0 ? written : 0;
        len -= written > 0 ? (size_t)written : 0;
    }
    return true;
}

/* The number of bytes at the end that wait for more: the beginning of a character, or CR. */
static size_t waiting_at_end(const char *bytes, size_t len)
{
    if (len > 0 && bytes[len - 1] == '\r')
        return 1;
    for (size_t back = 1; back <= 3 && back <= len; back++) {
        ucs4_t character;
        if (((unsigned char)bytes[len - back] & 0xC0) == 0x80)
            continue;
        bool is_begun = u8_mbtoucr(&character, (const uint8_t *)bytes + len - back, back) == -2;
        return is_begun ? back : 0;
    }
    return 0;
}

/* Appends the text harmless, but keeps line feeds, tabs and CR LF. */
static void append_text(const char *bytes, size_t len, struct text *out)
{
    for (size_t at = 0; at < len;) {
        size_t run = 0;
        while (at + run < len && !strchr("\n\t\r", bytes[at + run]))
            run++;
        harmless_append(bytes + at, run, out);
        at += run;
        if (at == len)
            return;
        bool is_lone = bytes[at] == '\r' && (at + 1 == len || bytes[at + 1] != '\n');
        text_append_char(out, is_lone ? '?' : bytes[at]);
        at++;
    }
}

static ssize_t on_write(void *cookie, const char *bytes, size_t len)
{
    struct guard *guard = cookie;
    if (guard->is_open)
        return write_all(guard->descriptor, bytes, len) ? (ssize_t)len : 0;
    struct text whole = {0}, out = {0};
    text_append(&whole, guard->begun, guard->begun_len);
    text_append(&whole, bytes, len);
    guard->begun_len = waiting_at_end(whole.bytes, whole.len);
    assert(guard->begun_len <= sizeof guard->begun);
    memcpy(guard->begun, whole.bytes + whole.len - guard->begun_len, guard->begun_len);
    append_text(whole.bytes, whole.len - guard->begun_len, &out);
    bool is_written = write_all(guard->descriptor, out.bytes, out.len);
    int reason = errno;
    text_finish(&whole);
    text_finish(&out);
    errno = reason;
    return is_written ? (ssize_t)len : 0;
}

static struct guard *guard_of(FILE *stream)
{
    for (size_t i = 0; i < 2; i++)
        if (guards[i].plain && guards[i].stream == stream)
            return &guards[i];
    return NULL;
}

static FILE *guarded(struct guard *guard, FILE *plain, int descriptor, int mode)
{
    static const cookie_io_functions_t functions = {.write = on_write};
    FILE *stream = fopencookie(guard, "w", functions);
    if (!stream) {
        fputs("out of memory\n", plain);
        abort();
    }
    setvbuf(stream, NULL, mode, mode == _IONBF ? 0 : BUFSIZ);
    *guard = (struct guard){.plain = plain, .stream = stream, .descriptor = descriptor};
    return stream;
}

void streams_guard(void)
{
    assert(!guards[0].plain);
    int mode = isatty(STDOUT_FILENO) ? _IOLBF : _IOFBF;
    stdout = guarded(&guards[0], stdout, STDOUT_FILENO, mode);
    stderr = guarded(&guards[1], stderr, STDERR_FILENO, _IONBF);
}

void streams_control(FILE *stream, const char *sequence)
{
    struct guard *guard = guard_of(stream);
    if (guard) {
        fflush(stream);
        guard->is_open = true;
    }
    fputs(sequence, stream);
    if (guard) {
        fflush(stream);
        guard->is_open = false;
    }
}

int streams_descriptor(FILE *stream)
{
    const struct guard *guard = guard_of(stream);
    return guard ? guard->descriptor : fileno(stream);
}

FILE *streams_screen(void)
{
    return guards[0].plain ? guards[0].plain : stdout;
}
