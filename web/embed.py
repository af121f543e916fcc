"""Writes the page's files as the C table of server/net/site_files.h: embed.py TARGET [PATH FILE]...

"@VERSION@" in version.js and sw.js becomes a number over all files, and ["@FILES@"] in sw.js the list of the paths that the page needs
when the server cannot be reached.
"""

import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tempfile

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".wasm": "application/wasm",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
}


def read(source):
    """A file as it is sent: of the page's own scripts and styles without comments and indentation, which is a fifth of them."""
    content = pathlib.Path(source).read_bytes()
    if "node_modules" in source or not source.endswith((".js", ".css")):
        return content
    text = re.sub(r"/\*.*?\*/", "", content.decode(), flags=re.S)
    return re.sub(r"\n(\s*//[^\n]*\n|\s+)+", "\n", "\n" + text).encode()


def pack(content):
    """As gzip does it, and a twentieth smaller."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(content)
        file.flush()
        return subprocess.run(["zopfli", "-c", file.name], stdout=subprocess.PIPE, check=True).stdout


def array(name, content):
    rows = (", ".join(map(str, content[at : at + 24])) for at in range(0, len(content), 24))
    return f"static const unsigned char {name}[] = {{\n" + "".join(f"    {row},\n" for row in rows) + "};\n"


def read_all(wishes):
    """Source -> content, as the server gives it."""
    contents = {source: read(source) for source in wishes.values()}
    whole = hashlib.sha256(json.dumps([(path, hashlib.sha256(contents[source]).hexdigest()) for path, source in wishes.items()]).encode())
    views = ("index.html", "LICENSE", "copyright", "embed.html", "embed.css", "embed.js")
    kept = [path for path, source in wishes.items() if path == "/" or not source.endswith(views)]
    for source in contents:
        if pathlib.Path(source).name in ("sw.js", "version.js"):
            filled = contents[source].decode().replace("@VERSION@", whole.hexdigest()[:16])
            contents[source] = filled.replace('["@FILES@"]', json.dumps([path for path in kept if path != "/sw.js"])).encode()
    return contents


def main(target, *words):
    arrays, files, rows = [], {}, []
    wishes = dict(zip(words[::2], words[1::2]))
    contents = read_all(wishes)
    for path, source in wishes.items():
        if source not in files:
            content = contents[source]
            packed = pack(content)
            number = len(files)
            bodies = []
            for name, body in (("plain", content), ("packed", packed)):
                if name == "packed" and len(packed) >= len(content):
                    bodies.append("{0}")
                    continue
                arrays.append(array(f"{name}_{number}", body))
                tag = hashlib.sha256(body).hexdigest()[:20]
                bodies.append(f'{{{name}_{number}, {len(body)}, "\\"{tag}\\""}}')
            files[source] = ", ".join([f'"{TYPES.get(pathlib.Path(source).suffix, TYPES[".txt"])}"', *bodies])
        rows.append(f'    {{"{path}", {files[source]}}},\n')
    pathlib.Path(target).write_text(
        '#include "server/net/site_files.h"\n\n'
        + "".join(arrays)
        + "\nconst struct site_file site_files[] = {\n"
        + "".join(rows)
        + f"}};\nconst size_t site_file_count = {len(rows)};\n"
    )


main(*sys.argv[1:])
