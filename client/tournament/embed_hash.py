"""Writes the SHA-256 of a text file, in base64, as a C string: embed_hash.py INPUT OUTPUT NAME."""

import base64
import hashlib
import sys

source, target, name = sys.argv[1:]
with open(source, "rb") as file:
    digest = base64.b64encode(hashlib.sha256(file.read()).digest()).decode("ascii")
with open(target, "w", encoding="ascii") as file:
    file.write(f'extern const char {name}[];\nconst char {name}[] = "{digest}";\n')
