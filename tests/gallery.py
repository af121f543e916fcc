"""Does the gallery show every game of the catalogue? usage: gallery.py SOURCES; prints TAP.

A row of catalogue[] in common/game/game.c has a section in common/game/GALLERY.md, which shows common/game/pictures/NAME.png.
"""

import pathlib
import re
import sys

import tap

GAME = pathlib.Path(sys.argv[1]) / "common" / "game"
PICTURE = re.compile(r"!\[([^\]]*)\]\(([^)]*)\)")


def games():
    """The title of each game of the catalogue, by its name."""
    source = (GAME / "game.c").read_text()
    start = source.index("catalogue[CATALOGUE_MAX] = {")
    rows = source[start : source.index("{0},", start)]
    names, titles = (re.findall(rf'\.{key} = "([^"]*)"', rows) for key in ("name", "title"))
    assert names and len(names) == len(titles), f"{len(names)} names and {len(titles)} titles in catalogue[] of game.c"
    return dict(zip(names, titles))


def sections():
    """The text below each heading of the gallery, by the heading."""
    parts = re.split(r"^#+ (.*)$", (GAME / "GALLERY.md").read_text(), flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2]))


def links():
    """The file of each picture that the gallery shows."""
    return {file for text in sections().values() for _, file in PICTURE.findall(text)}


def every_game_has_a_section():
    found, wrong = sections(), []
    for name, title in games().items():
        text = found.get(title)
        if text is None:
            wrong.append(f"{name} has no section '{title}'")
        elif f"`--game {name}`" not in text:
            wrong.append(f"the section '{title}' does not name `--game {name}`")
        elif (title, f"pictures/{name}.png") not in PICTURE.findall(text):
            wrong.append(f"the section '{title}' does not show ![{title}](pictures/{name}.png)")
    assert not wrong, "; ".join(wrong)


def every_picture_that_is_shown_exists():
    wrong = [file for file in sorted(links()) if not (GAME / file).is_file()]
    assert not wrong, f"GALLERY.md shows {', '.join(wrong)}, which common/game does not have: tests/web/scenes_gallery.js makes them"


def every_picture_is_shown():
    found = {path.relative_to(GAME).as_posix() for path in GAME.glob("pictures/*")}
    wrong = sorted(found - links())
    assert not wrong, f"GALLERY.md does not show {', '.join(wrong)}"


if __name__ == "__main__":
    tap.run([every_game_has_a_section, every_picture_that_is_shown_exists, every_picture_is_shown])
