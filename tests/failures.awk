# Explains the failures in a log of `meson test`: for each program that failed, the `not ok` lines of its TAP with their
# diagnostics, and the end of its standard error. A program that ran out of time, or ended before its tests began, has no
# `not ok` line: then the end of its output is shown. -v pass=NAME names the pass that the log is of.

# The last `wanted` lines of a list.
function tail(lines, count, wanted,    first, text, i) {
    first = count > wanted ? count - wanted + 1 : 1
    if (first > 1)
        text = "    (" first - 1 " lines before these)\n"
    for (i = first; i <= count; i++)
        text = text "    " lines[i] "\n"
    return text
}

# Keeps the explanation of the program that was read; the summary at the end of the log tells whether it failed.
function keep(    text) {
    if (program == "")
        return
    text = failures
    if (text == "" && out_count > 0)
        text = "  It named no failure; its output ends with:\n" tail(out, out_count, 20)
    else if (text == "")
        text = "  It printed nothing.\n"
    if (err_count > 0)
        text = text "  On standard error:\n" tail(err, err_count, 40)
    explanations[program] = text
    program = ""
}

/^=+ [0-9]+\/[0-9]+ =+$/ {
    keep()
    failures = part = ""
    in_failure = out_count = err_count = 0
}
# AddressSanitizer prints such a line, too, but a shorter one.
/^=+$/ && length($0) == 78 {
    part = ""
}
part == "" && /^test: / {
    program = $NF
}
/^-+ (stdout|stderr) -+$/ {
    part = $2
    next
}
part == "stdout" {
    out[++out_count] = $0
    if (/^not ok /)
        in_failure = 1
    else if (/^(ok |Bail|1\.\.)/)
        in_failure = 0
    if (in_failure)
        failures = failures "  " $0 "\n"
}
part == "stderr" && NF > 0 {
    err[++err_count] = $0
}
/^Summary of Failures:$/ {
    keep()
    in_summary = 1
}
in_summary && / (FAIL|ERROR|TIMEOUT|INTERRUPT|UNEXPECTEDPASS) / {
    sub(/^ *[0-9]+\/[0-9]+ /, "")
    sub(/ +$/, "")
    for (i = 1; i <= NF && $i !~ /^(FAIL|ERROR|TIMEOUT|INTERRUPT|UNEXPECTEDPASS)$/; i++)
        name = $i
    gsub(/  +/, "  ")
    printf "\n--- %s: %s\n%s", pass, $0, explanations[name]
}
