"""Hooks of mkdocs for make docs: a site for each language, and pages for files outside docs/.

The site of a language takes page.<language>.md where there is one, else page.md. What a page links to
outside of docs/ becomes a page of the site too, under repository/, so that no link leaves it.
"""

import logging
import os
import posixpath
import re
from pathlib import Path
from urllib.parse import quote

import jieba
from mkdocs.structure.files import File
from pymdownx.slugs import slugify

ROOT = Path(__file__).resolve().parent.parent
OUTSIDE = "repository/"
DEFAULT = "en"
_LINK = re.compile(r"(\]\()([^)\s#]+)((?:#[^)\s]*)?\))")
_TRANSLATED = re.compile(r"\.([a-z]{2})\.md$")
_CODE = {".py": "python", ".cpp": "cpp", ".h": "cpp", ".mu": "cpp", ".cu": "cpp"}
# A line that ends between two Chinese characters: a browser would show a blank there.
_BROKEN_HAN = re.compile(r"(?<=[\u3000-\u9fff\uff00-\uffef])\n(?=[\u3000-\u9fff\uff00-\uffef])")
# Long tables of names that nobody looks for by the words in them.
_NOT_SEARCHED = ("sim/API.md", "sim/OPERATORS.md")


def on_config(config):
    """Let jieba, by which the search finds Chinese words, be silent."""
    jieba.setLogLevel(logging.WARNING)


def on_files(files, config):
    """The pages of this language, and the files of the tree that they lead to."""
    for file in list(files.documentation_pages()):
        found = _TRANSLATED.search(file.src_uri)
        if not found:
            continue
        files.remove(file)
        if found[1] == config.theme["language"]:
            name = _TRANSLATED.sub(".md", file.src_uri)
            files.remove(files.get_file_from_path(name))
            files.append(File.generated(config, name, abs_src_path=file.abs_src_path))
    for path in sorted(_linked_from(files)):
        files.append(File.generated(config, _site_path(path), content=_page(path)))
    return files


def _linked_from(files):
    """Paths outside of docs/, from the root of the tree, that these pages lead to."""
    found = set()
    todo = [(f"docs/{file.src_uri}", file.content_string) for file in files.documentation_pages()]
    while todo:
        page, text = todo.pop()
        for _, target, _ in _LINK.findall(text):
            path = _resolved(page, target)
            if path is None or path.startswith("docs/") or path in found:
                continue
            found.add(path)
            if path.endswith(".md"):
                todo.append((path, (ROOT / path).read_text(encoding="utf-8")))
    return found


def _resolved(page, target):
    """The path of a link's target, from the root of the tree; None if it is no file of the tree."""
    if re.match(r"[a-z]+:", target):
        return None
    path = posixpath.normpath(posixpath.join(posixpath.dirname(page), target))
    if path.startswith("..") or not (ROOT / path).exists():
        return None
    readme = posixpath.join(path, "README.md")
    return readme if (ROOT / readme).exists() else path


def _site_path(path):
    """The path in the site, as that of a source, of something in the tree."""
    if path.startswith("docs/"):
        return path[len("docs/") :]
    return OUTSIDE + (path if path.endswith(".md") else path + ".md")


def _page(path):
    """The Markdown text of a page outside of docs/: a page, a source or a folder."""
    full = ROOT / path
    if full.is_dir():
        names = sorted(child.name + "/" * child.is_dir() for child in full.iterdir())
        listed = "\n".join(f"- `{name}`" for name in names if not name.startswith("."))
        return f"# {path}/\n\n{listed}\n"
    text = full.read_text(encoding="utf-8")
    if full.suffix == ".md":
        hidden = "---\nsearch:\n  exclude: true\n---\n" if path in _NOT_SEARCHED else ""
        return hidden + text
    return f"# {path}\n\n````{_CODE.get(full.suffix, 'text')}\n{text.rstrip()}\n````\n"


def on_page_markdown(markdown, page, config, files):
    """Make the links of the tree those of the site."""
    source = page.file.src_uri
    in_tree = source[len(OUTSIDE) :] if source.startswith(OUTSIDE) else f"docs/{source}"

    def replaced(match):
        path = _resolved(in_tree, match[2])
        if path is None:
            return match[0]
        target = _TRANSLATED.sub(".md", _site_path(path))
        relative = posixpath.relpath(target, posixpath.dirname(source) or ".")
        return match[1] + quote(relative) + match[3]

    text = _LINK.sub(replaced, _BROKEN_HAN.sub("", markdown))
    original = Path(config.docs_dir, source)
    is_translated = str(original) != page.file.abs_src_path and original.exists()
    return _with_anchors_of(original.read_text(encoding="utf-8"), text) if is_translated else text


def _with_anchors_of(original, translated):
    """Give the headings of a page the anchors of the original too: pages without a twin link to those."""
    titles = iter(_headings(original))
    lines = translated.split("\n")
    for number in _heading_lines(translated):
        anchor = slugify(case="lower")(next(titles), "-")
        lines[number] = f'<span id="{anchor}"></span>\n\n{lines[number]}'
    return "\n".join(lines)


def _headings(text):
    lines = text.split("\n")
    return [lines[number].lstrip("# ") for number in _heading_lines(text)]


def _heading_lines(text):
    """The numbers of the lines that are headings of the second level or deeper."""
    is_code = False
    for number, line in enumerate(text.split("\n")):
        is_code ^= line.startswith("```")
        if not is_code and line.startswith("##"):
            yield number


def on_post_page(output, page, config):
    """Let the switch of languages lead to the same page, and the theme fetch no list of pages for it."""
    output = re.sub(r'<link rel="alternate"[^>]*>', "", output)
    here = _address(page.url, config.theme["language"])
    for other in config.extra["alternate"]:
        there = posixpath.relpath(_address(page.url, other["lang"]), posixpath.dirname(here) or ".")
        output = output.replace(
            f'<a href="{other["link"]}" hreflang', f'<a href="{there}" hreflang'
        )
    return output


def _address(url, language):
    """A page's address below that of the English site."""
    return url if language == DEFAULT else f"{language}/{url}"


def on_post_build(config):
    """Delete the source maps: only developers' tools of browsers read them."""
    for folder, _, names in os.walk(config.site_dir):
        for name in names:
            if name.endswith(".map"):
                os.remove(os.path.join(folder, name))
