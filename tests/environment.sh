#!/bin/sh
# Runs a test in an environment that depends neither on the person who runs it nor on the machine: tests/environment.sh
# PROGRAM [ARGUMENT...]. Meson runs every test through this. The rest of the environment stays, because compilers,
# sanitizers and installations of Python lean on it.
set -eu

for name in $(env | sed -n 's/^\(LC_[A-Z]*\|XDG_[A-Z_]*\|TAKEAWAY_[A-Z_]*\|LISTEN_[A-Z]*\|TMUX[A-Z_]*\)=.*/\1/p'); do
    unset "$name"
done
unset SSL_CERT_FILE SSL_CERT_DIR OPENSSL_CONF LANG LANGUAGE COLUMNS LINES NO_COLOR COLORTERM CLICOLOR EDITOR VISUAL PAGER MANPAGER LESS LESSCHARSET BROWSER DISPLAY \
    ENV BASH_ENV MAIL NOTIFY_SOCKET MANPATH MANWIDTH POSIXLY_CORRECT PYTHONPATH GNUTERM
# LC_ALL, because Python sets LC_CTYPE where it finds no locale (PEP 538), and that comes before LANG.
export LC_ALL=C.UTF-8 TERM=dumb TZ=UTC HOME=/dev/null USER=tester LOGNAME=tester
export LSAN_OPTIONS="print_suppressions=0:suppressions='$(realpath "${0%/*}")/lsan.txt'"
# Their suites look for leaks in each test (tests/suite.h), and not in the runner, which is Criterion's.
case ${1##*/} in test_*) LSAN_OPTIONS=$LSAN_OPTIONS:leak_check_at_exit=0 ;; esac
exec "$@"
