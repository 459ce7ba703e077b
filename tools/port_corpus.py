"""Fetches the CUDA projects that the porting engine is measured and checked on (sdists of PyPI).

python tools/port_corpus.py FOLDER                  # all of tools/port_corpus.txt, about 90 MB
python tools/port_corpus.py FOLDER torch-scatter    # one of them

A line of tools/port_corpus.txt is a project, its version and the SHA-256 of its sdist. Each project
is unpacked to FOLDER/NAME once; nothing of it is part of torchada.
"""

import argparse
import hashlib
import io
import json
import pathlib
import shutil
import sys
import tarfile
import urllib.parse
import urllib.request
import zipfile

LIST = pathlib.Path(__file__).with_suffix(".txt")
INDEX = "https://pypi.org/simple/{}/"
FORMAT = "application/vnd.pypi.simple.v1+json"  # PEP 691


def projects() -> dict:
    """Each project's name, with its version and the SHA-256 of its sdist."""
    lines = (line.split() for line in LIST.read_text().splitlines())
    return {name: (version, digest) for name, version, digest in lines}


def fetch(folder: pathlib.Path, name: str) -> pathlib.Path:
    """Unpack a project's sdist unless it is there; return its folder.

    Raises KeyError for a name that is not listed, ValueError when the bytes are not the listed ones.
    """
    version, digest = projects()[name]
    place = folder / name
    if place.is_dir():
        return place
    data = _download(name, version, digest)
    unfinished = folder / f".{name}.unfinished"
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(parents=True)
    _unpack(data, unfinished)
    unfinished.rename(place)
    return place


def _download(name, version, digest):
    request = urllib.request.Request(INDEX.format(name.lower()), headers={"Accept": FORMAT})
    with urllib.request.urlopen(request, timeout=60) as answer:
        files = json.load(answer)["files"]
    urls = [file["url"] for file in files if file["hashes"]["sha256"] == digest]
    if not urls:
        raise ValueError(f"PyPI has no file of {name} {version} with the SHA-256 in {LIST.name}")
    url = urllib.parse.urljoin(request.full_url, urls[0])
    with urllib.request.urlopen(url, timeout=600) as answer:
        data = answer.read()
    if hashlib.sha256(data).hexdigest() != digest:
        raise ValueError(f"{url} is not the file that {LIST.name} lists: its SHA-256 differs")
    return data


def _unpack(data, place):
    if zipfile.is_zipfile(io.BytesIO(data)):
        zipfile.ZipFile(io.BytesIO(data)).extractall(place)
        return
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        safe = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
        archive.extractall(place, **safe)


def main() -> int:
    """Fetch the projects named, or all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("project", nargs="*", choices=[[], *projects()], default=[])
    arguments = parser.parse_args()
    for name in arguments.project or projects():
        print(fetch(arguments.folder, name))
    return 0


if __name__ == "__main__":
    sys.exit(main())
