"""Fetches the CUDA projects that the porting engine is measured and checked on (sdists of PyPI).

python tools/port_corpus.py FOLDER                  # all of tools/port_corpus.txt, about 90 MB
python tools/port_corpus.py FOLDER torch-scatter    # one of them

Needs pypi-simple (`pip install torchada[port-corpus]`). A line of tools/port_corpus.txt is a project,
its version and the SHA-256 of its sdist. Each project is unpacked to FOLDER/NAME once; nothing of it is
part of torchada.
"""

import argparse
import pathlib
import shutil
import sys
import tarfile
import tempfile
import zipfile

LIST = pathlib.Path(__file__).with_suffix(".txt")


def projects(listing: pathlib.Path = LIST) -> dict:
    """Each project's name, with its version and the SHA-256 of its sdist."""
    lines = (line.split() for line in listing.read_text().splitlines())
    return {name: (version, digest) for name, version, digest in lines}


def fetch(folder: pathlib.Path, name: str, listing: pathlib.Path = LIST) -> pathlib.Path:
    """Unpack a project's sdist unless it is there; return its folder.

    `listing` is a list of the form of tools/port_corpus.txt.
    Raises KeyError for a name that is not listed, ValueError when PyPI no longer has the listed file.
    """
    version, digest = projects(listing)[name]
    return fetch_version(folder / name, name, version, digest)


def fetch_version(place: pathlib.Path, name: str, version: str, digest: str) -> pathlib.Path:
    """Unpack the sdist with that SHA-256 to `place`, unless it is there; return `place`.

    Raises ValueError when PyPI does not have that file.
    """
    folder = place.parent
    if place.is_dir():
        return place
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as unfinished:
        archive = pathlib.Path(unfinished, "archive")
        _download(name, version, digest, archive)
        _unpack(archive, pathlib.Path(unfinished, name))
        pathlib.Path(unfinished, name).rename(place)
    return place


def top(unpacked: pathlib.Path) -> pathlib.Path:
    """The only folder of an unpacked sdist, which has all its files."""
    (folder,) = (path for path in unpacked.iterdir() if path.is_dir())
    return folder


def _download(name, version, digest, path):
    # Imported here: what is fetched already is used without it.
    from pypi_simple import PyPISimple

    with PyPISimple() as client:
        for package in client.get_project_page(name).packages:
            if package.digests.get("sha256") == digest:
                client.download_package(package, path, verify=True)
                return
    raise ValueError(f"PyPI has no file of {name} {version} with the SHA-256 {digest}")


def _unpack(archive, place):
    place.mkdir()
    if zipfile.is_zipfile(archive):
        shutil.unpack_archive(archive, place, "zip")
    else:
        safe = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
        shutil.unpack_archive(archive, place, "gztar", **safe)


def main() -> int:
    """Fetch the projects named, or all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("project", nargs="*", help="names of tools/port_corpus.txt")
    arguments = parser.parse_args()
    for name in arguments.project or projects():
        print(fetch(arguments.folder, name))
    return 0


if __name__ == "__main__":
    sys.exit(main())
