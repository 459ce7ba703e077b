"""The site of docs/ builds without a warning, in both languages, and asks no other host for anything."""

import importlib.util
import os
import re
import sys

import pytest
from support import pages
from support.processes import run_command

CONFIGS = {"en": "mkdocs.yml", "zh": "mkdocs.zh.yml"}
# What a browser fetches by itself.
_FETCHED = re.compile(
    r"<(?:script|link|img|iframe|source)\b[^>]*?(?:src|href)=[\"']?((?:https?:)?//[^\"' >]+)"
)
_MISSING = [
    name for name in ("mkdocs", "material", "jieba") if importlib.util.find_spec(name) is None
]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The folder of the English site; the Chinese one is in its folder zh."""
    if _MISSING:
        pytest.skip(f"{', '.join(_MISSING)} not installed: pip install 'torchada[docs]'")
    folder = tmp_path_factory.mktemp("site") / "site"
    for language, config in CONFIGS.items():
        out = folder if language == "en" else folder / language
        command = [sys.executable, "-m", "mkdocs", "build", "--strict"]
        done = run_command(
            [*command, "--config-file", pages.ROOT / config, "--site-dir", out],
            env={"NO_MKDOCS_2_WARNING": "1"},
            musasim=False,
        )
        assert done.returncode == 0 and "WARNING" not in done.stderr, done.stderr
    return folder


def _html(folder):
    return {
        os.path.relpath(path, folder): path.read_text(encoding="utf-8")
        for path in folder.rglob("*.html")
    }


def test_every_page_is_there_in_both_languages(site):
    english = {name for name in _html(site) if not name.startswith("zh/")}
    written = {path.stem for path in (pages.ROOT / "docs").glob("*.md")}

    assert {f"{name}.html" for name in written if not name.endswith(".zh")} <= english
    assert set(_html(site / "zh")) == english


def test_no_other_host_is_asked(site):
    found = {name: _FETCHED.findall(text) for name, text in _html(site).items()}
    assert {name: hosts for name, hosts in found.items() if hosts} == {}


def test_language_switch_leads_to_the_same_page(site):
    for page in ("porting.html", "repository/sim/index.html"):
        for folder, language, switched in ((site, "zh", "zh/"), (site / "zh", "en", "../")):
            text = (folder / page).read_text(encoding="utf-8")
            (link,) = re.findall(rf'<a href="([^"]*)" hreflang="{language}"', text)
            target = (folder / page).parent / link
            assert target.resolve() == (folder / switched / page).resolve()


def test_pages_outside_of_docs_keep_their_links(site):
    text = (site / "repository" / "port" / "index.html").read_text(encoding="utf-8")
    assert 'href="../../porting.html"' in text


def test_both_languages_have_the_same_navigation():
    english, chinese = (
        re.findall(r"([\w/-]+\.md)$", pages.read(config), flags=re.M) for config in CONFIGS.values()
    )
    assert english == chinese
    listed = {name[: -len(".md")] for name in english}
    written = {path.stem for path in (pages.ROOT / "docs").glob("*.md")}
    assert {name for name in written if not name.endswith(".zh")} <= listed
