#!/bin/sh
# Does an installation have its units and all the documents that the programs name? tests/install.sh SOURCES BUILD: installs
# the sources' units and documents for /usr into a scratch folder; the programs are those of BUILD. In TAP.
set -eu
sources=$1 build=$2
scratch=$(mktemp -d)
trap 'rm -r "$scratch"' EXIT
export CCACHE_DISABLE=1 # it would want a home
documents=$scratch/root/usr/share/doc/takeaway

# check NAME COMMAND...: the command has to print nothing.
count=0
check() {
    count=$((count + 1))
    name=$1
    shift
    if "$@" >"$scratch/wrong" 2>&1 && ! [ -s "$scratch/wrong" ]; then
        echo "ok $count - $name"
    else
        echo "not ok $count - $name"
        sed 's/^/# /' "$scratch/wrong"
    fi
}

# Without the programs, which are here already.
install_rest() {
    {
        meson setup --prefix=/usr -Dtests=false "$scratch/build" "$sources" &&
            DESTDIR=$scratch/root meson install -C "$scratch/build" --no-rebuild --tags documents,units
    } >"$scratch/said" 2>&1 || cat "$scratch/said"
}

check_units() {
    units=$scratch/root/usr/lib/systemd/system
    [ -f "$units/takeaway.socket" ] || echo 'there is no takeaway.socket'
    grep -q '^ExecStart=/usr/bin/takeaway-server ' "$units/takeaway.service" || grep ExecStart "$units/takeaway.service"
}

tell_all() {
    for program in client/takeaway bots/takeaway-bot server/takeaway-server; do
        "$build/$program" --help
        "$build/$program" --manual
    done
}

check_names() {
    tell_all | grep -oE '[A-Za-z/]*[A-Z]+\.md' | sort -u >"$scratch/named"
    [ -s "$scratch/named" ] || echo 'no document is named'
    while read -r document; do
        find "$documents" -path "*/$document" | grep -q . || echo "there is no $document"
    done <"$scratch/named"
}

# Links to other documents and to pictures; those to sources and to the web lead elsewhere.
check_links() {
    find "$documents" -name '*.md' | while read -r document; do
        grep -oE '\]\([^):#]+\.(md|png|py|sh)' "$document" | cut -c 3- | while read -r link; do
            [ -e "${document%/*}/$link" ] || echo "${document#"$documents"/} links to $link"
        done
    done
}

check 'the units and documents can be installed' install_rest
check 'the service starts the server where it is installed' check_units
check 'every document is there that the programs name' check_names
check 'every link of a document to another one leads there' check_links
echo "1..$count"
