"""TorchScript archives name CUDA: what torch.jit.save writes here loads on a CUDA machine.

C++ writes them, with the device's own name, into the pickles of tensors and devices and into the
code. Loading needs nothing: it parses such names as every other.
"""

import io
import os
import re
import shutil
import tempfile
import zipfile

# A device in a pickle: the place of a storage has an index; an attribute follows its constructor.
_PICKLED = rb"(?s)(X[\x05-\x07]\x00{3})musa(?=:\d)|(ctorch\ndevice\nq.X\x04\x00{3})musa"
_IN_CODE = rb'(torch\.device\(")musa(?=[":])'
# Records that the writer of an archive adds by itself.
_WRITTEN_AT_THE_END = ("version", "byteorder", ".data/serialization_id")


def show_cuda_in_file(path):
    """Translate the archive at a path, in its place."""
    # An archive that went to /dev/null or a pipe cannot be read again.
    if os.path.isfile(path) and _names_musa(path):
        _rewrite(path)


def show_cuda_in(data):
    """The translation of an archive that is in memory."""
    if not _names_musa(io.BytesIO(data)):
        return data
    copy = io.BytesIO()
    _copy(io.BytesIO(data), copy)
    return copy.getvalue()


def _names_musa(archive):
    with zipfile.ZipFile(archive) as source:
        for info in source.infolist():
            name = info.filename.partition("/")[2]
            if _is_text(name):
                content = source.read(info)
                if _translate(name, content) != content:
                    return True
    return False


def _is_text(name):
    """Whether a record may name a device; what users added themselves may say what it likes."""
    return name.endswith((".pkl", ".py")) and not name.startswith("extra/")


def _translate(name, content):
    from . import operators

    if not _is_text(name):
        return content
    if name.endswith(".py"):
        # Operators of ours stand for CUDA's where PyTorch has those.
        ours, cudas = f"ops.{operators.OURS}.".encode(), f"ops.{operators.CUDA}.".encode()
        return re.sub(_IN_CODE, rb"\1cuda", content).replace(ours, cudas)
    return re.sub(_PICKLED, lambda found: (found[1] or found[2]) + b"cuda", content)


def _rewrite(path):
    """Put a translation in an archive's place. Its file name is in it, so the copy has that too."""
    with tempfile.TemporaryDirectory(dir=os.path.dirname(path) or ".") as folder:
        copy = os.path.join(folder, os.path.basename(path))
        _copy(path, copy)
        # Into the file that is there: it may be a link, and its permissions are the user's.
        shutil.copyfile(copy, path)


def _copy(source, target):
    """Copy an archive record by record: the names have equal length, the checksums do not stay."""
    import torch

    reader = torch._C.PyTorchFileReader(source)
    writer = torch._C.PyTorchFileWriter(target)
    # The oldest PyTorch that can read it, as its first writer found.
    writer.set_min_version(int(reader.get_record("version")))
    for name in reader.get_all_records():
        if name not in _WRITTEN_AT_THE_END:
            content = _translate(name, reader.get_record(name))
            writer.write_record(name, content, len(content))
    writer.write_end_of_file()
