"""Helpers for tests of checkpoints: save and load in memory, look into the file."""

import io
import zipfile

import torch


def saved(value, **options):
    """The bytes that torch.save writes."""
    buffer = io.BytesIO()
    torch.save(value, buffer, **options)
    return buffer.getvalue()


def load(data, **options):
    """torch.load of such bytes."""
    return torch.load(io.BytesIO(data), **options)


def records(data):
    """Name to content of the records of an archive, without the folder around them."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name.partition("/")[2] or name: archive.read(name) for name in archive.namelist()}


def retagged(data, old, new):
    """The same checkpoint as another machine would have tagged it; the names have equal length."""
    assert len(old) == len(new)
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(out, "w") as target:
        for item in source.infolist():
            content = source.read(item)
            if item.filename.endswith("/data.pkl"):
                assert old in content
                content = content.replace(old, new)
            target.writestr(item, content)
    return out.getvalue()
