"""Makes the tables of musify-text: CUDA's names for those that the simulator has.

python make_tables.py SIM OUTPUT       # general.json, include.json and extra.json in the folder OUTPUT

MUSA's names are those of the headers, and those of the lists in api/, because headers make some by macros.
"""

import json
import re
import sys
from pathlib import Path
from typing import Dict, Iterable, Optional

# How MUSA's names begin, and CUDA's; the first that fits counts.
BEGINNINGS = (
    ("musolver", "cusolver"),
    ("MUSOLVER", "CUSOLVER"),
    ("musparse", "cusparse"),
    ("MUSPARSE", "CUSPARSE"),
    ("mublas", "cublas"),
    ("MUBLAS", "CUBLAS"),
    ("mufft", "cufft"),
    ("MUFFT", "CUFFT"),
    ("murand", "curand"),
    ("MURAND", "CURAND"),
    ("mupti", "cupti"),
    ("MUPTI", "CUPTI"),
    ("MUpti", "CUpti"),
    ("mtrtc", "nvrtc"),
    ("MTRTC", "NVRTC"),
    ("mccl", "nccl"),
    ("MCCL", "NCCL"),
    ("musa", "cuda"),
    ("MUSA", "CUDA"),
    ("mt_bfloat16", "nv_bfloat16"),
    ("mt_fp8", "nv_fp8"),
    ("mt_fp4", "nv_fp4"),
    ("mtmusa", "nvcuda"),
)
# Those of the driver: muInit, MUresult, MU_STREAM_DEFAULT.
DRIVER = re.compile(r"mu(?=[A-Z])|MU(?=[a-z_])")
IDENTIFIER = re.compile(r"\b[A-Za-z_]\w*", re.ASCII)
OUR_OWN = ("musasim", "internal")  # folders that programs do not name
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
# What no rule gives, and what the compiler defines.
OTHER = {
    "nvrtcGetPTX": "mtrtcGetMUSA",
    "nvrtcGetPTXSize": "mtrtcGetMUSASize",
    "__CUDA_ARCH__": "__MUSA_ARCH__",
    "__NVCC__": "__MCC__",
}


def cuda_name(name: str) -> Optional[str]:
    """Return CUDA's name for one of MUSA's; None for any other."""
    plain = name.lstrip("_")
    lead = name[: len(name) - len(plain)]
    if plain.lower().startswith("musasim"):
        return None
    for musa, cuda in BEGINNINGS:
        if plain.startswith(musa):
            return lead + cuda + plain[len(musa) :]
    if DRIVER.match(plain):
        return lead + ("cu" if plain[0] == "m" else "CU") + plain[2:]
    return None


def of_texts(paths: Iterable[Path]) -> Dict[str, str]:
    """Return the names in files of code and lists."""
    found = {"cuda::": "musa::"}  # not the word alone, which programs have names of their own with
    for path in paths:
        text = COMMENT.sub(" ", path.read_text(encoding="utf-8"))
        for name in IDENTIFIER.findall(text):
            cuda = cuda_name(name)
            if cuda and cuda != "cuda" and name not in OTHER.values():
                found[cuda] = name
    return found


def of_files(include: Path) -> Dict[str, str]:
    """Return the names of the headers themselves, as #include has them."""
    found = {}
    for header in include.rglob("*"):
        parts = header.relative_to(include).parts
        cuda = [cuda_name(part) or part for part in parts]
        if header.is_file() and cuda != list(parts) and parts[0] not in OUR_OWN:
            found["/".join(cuda)] = "/".join(parts)
    return found


def write(path: Path, pairs: Dict[str, str]) -> None:
    """Write a table."""
    path.write_text(json.dumps(pairs, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def main() -> None:
    """Make the three tables."""
    sim, output = (Path(argument) for argument in sys.argv[1:])
    write(output / "include.json", of_files(sim / "include"))
    headers = [path for path in sorted((sim / "include").rglob("*")) if path.is_file()]
    write(output / "general.json", of_texts(headers + sorted((sim / "api").glob("*.tsv"))))
    write(output / "extra.json", OTHER)


if __name__ == "__main__":
    main()
