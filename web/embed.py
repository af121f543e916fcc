"""Writes the page's files as the C table of server/net/site_files.h: embed.py TARGET [PATH FILE]...
"""

import gzip
import hashlib
import pathlib
import sys

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


def array(name, content):
    rows = (", ".join(map(str, content[at : at + 24])) for at in range(0, len(content), 24))
    return f"static const unsigned char {name}[] = {{\n" + "".join(f"    {row},\n" for row in rows) + "};\n"


def main(target, *wishes):
    arrays, files, rows = [], {}, []
    for path, source in zip(wishes[::2], wishes[1::2]):
        if source not in files:
            content = pathlib.Path(source).read_bytes()
            packed = gzip.compress(content, 9, mtime=0)
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
