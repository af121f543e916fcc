"""Writes a text file as a C array: embed.py INPUT OUTPUT NAME."""

import sys

source, target, name = sys.argv[1:]
with open(source, "rb") as file:
    content = file.read() + b"\0"
# Character constants, so that bytes above 127 fit a signed char and an unsigned one alike.
rows = [
    ", ".join(f"'\\x{byte:02x}'" for byte in content[at : at + 12])
    for at in range(0, len(content), 12)
]
with open(target, "w", encoding="ascii") as file:
    file.write(f"extern const char {name}[];\nconst char {name}[] = {{\n")
    file.writelines(f"    {row},\n" for row in rows)
    file.write("};\n")
