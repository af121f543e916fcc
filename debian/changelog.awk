# Writes debian/changelog: awk -v maintainer='NAME <ADDRESS>' -v version=VERSION -v now='DATE' -f changelog.awk CHANGELOG.md
# VERSION stands in the place of the newest version's own, and DATE (of RFC 5322) is that of a version not yet released.

# Prints the words of `text` in lines that Debian's tools do not find too long.
function flush(    words, count, line, i) {
    count = split(text, words, " ")
    line = first
    for (i = 1; i <= count; i++) {
        if (length(line " " words[i]) > 78) {
            print line
            line = rest
        }
        line = line (i == 1 || line == rest ? "" : " ") words[i]
    }
    if (count > 0) print line
    text = ""
}

function sign() {
    flush()
    if (date != "") printf "\n -- %s  %s\n\n", maintainer, date
}

# ## VERSION (unreleased)   ## VERSION (2026-01-31)
/^## / {
    sign()
    when = substr($3, 2, length($3) - 2)
    date = now
    if (when != "unreleased") {
        command = "LC_ALL=C date -u -R -d " when
        command | getline date
        close(command)
    }
    printf "takeaway (%s) %s; urgency=medium\n\n", entries++ == 0 ? version : $2, when == "unreleased" ? "UNRELEASED" : "unstable"
    next
}
entries == 0 { next } # the title and what follows it
/^### / {
    flush()
    printf "%s  [ %s ]\n", subjects[entries]++ ? "\n" : "", substr($0, 5)
    next
}
/^- / {
    flush()
    first = "  * "
    rest = "    "
    text = substr($0, 3)
    next
}
/^$/ { flush(); first = rest = "  "; next }
{ text = text " " $0 }
END { sign() }
