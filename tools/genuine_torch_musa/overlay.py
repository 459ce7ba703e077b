"""Lays an import path on which a checkout of torch_musa looks installed, over the simulator.

What a checkout lacks against an installation comes from four places: the native module is the
simulator's; files that the build writes or copies are made here; torch's Python files get the patches
that the checkout carries (torch_musa needs a patched torch); and what the patches do to torch's C++
part is made up for by shims.py, which runs when torch is imported. The operators that the patches and
the second native module add are the simulator's.
"""

import importlib.util
import re
import shutil
import subprocess
from pathlib import Path

TORCH_RELEASE = "2.7.1"
# The build copies this file: (from, to), both relative to the checkout.
COPIED_BY_THE_BUILD = (
    ("tools/codegen/fallback_ops.py", "torch_musa/_inductor/codegen/fallback_ops.py"),
)
# Packages that stand beside torch and that its libraries look for by relative paths.
NEIGHBOURS_OF_TORCH = ("nvidia", "cusparselt", "torch.libs")
# The end of torch/__init__.py, and what the overlay's has before it.
BACKENDS_OF_TORCH = "\nif _is_device_backend_autoload_enabled():\n"
OPERATORS_FIRST = "\nimport _genuine_shims\n\n_genuine_shims.define_operators()\n"
# Stock torch's lazy initialisation imports "torch.musa", a patched one "torch_musa".
OTHER_NAME = "import sys\n\nimport torch_musa\n\nsys.modules[__name__] = torch_musa\n"
PATCHED_PACKAGES = ("torch", "torchgen")
# The simulator's own operators, which are Python: (in its torch_musa, in the overlay).
OPERATORS_OF_OURS = (
    ("core/ops", "_musasim_operators"),
    ("_ext.py", "torch_musa/_ext.py"),
)


class OverlayError(Exception):
    """The overlay cannot be laid; the text says why."""


def build_overlay(tree, overlay) -> None:
    """Fill the folder `overlay` from the checkout `tree`, this Python's torch and its musasim."""
    tree, overlay = Path(tree).resolve(), Path(overlay).resolve()
    if not (tree / "torch_musa" / "__init__.py").is_file():
        raise OverlayError(f"{tree} is no checkout of torch_musa: it has no torch_musa/__init__.py")
    if tree in overlay.parents or tree == overlay:
        raise OverlayError(f"{overlay} is inside the checkout; nothing is written there")
    overlay.mkdir(parents=True, exist_ok=True)
    _lay_torch(tree, overlay)
    _lay_package(tree, overlay)
    _lay_ours(overlay)
    _lay_metadata(tree, overlay)
    shutil.copyfile(Path(__file__).with_name("shims.py"), overlay / "_genuine_shims.py")
    _write_lines(overlay / "_genuine_ops.txt", _schemas(tree))
    _write_lines(overlay / "_genuine_fakes.txt", _fakes(tree))


def _write_lines(path, lines) -> None:
    path.write_text("".join(f"{line}\n" for line in lines))


def _package_folder(name) -> Path:
    spec = importlib.util.find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        raise OverlayError(f"this Python has no {name}")
    return Path(list(spec.submodule_search_locations)[0])


def _link(link, target) -> None:
    if link.is_symlink() or link.exists():
        link.unlink()
    link.symlink_to(target)


def _link_children(source, target, but=()) -> None:
    """Links in `target` to everything in `source`; what is in `target` already stays."""
    target.mkdir(parents=True, exist_ok=True)
    for child in source.iterdir():
        if child.name != "__pycache__" and child.name not in but:
            if not (target / child.name).exists():
                _link(target / child.name, child)


def _mirror(source, target) -> None:
    """A tree of real folders whose Python files are links, so that files can be added."""
    target.mkdir(parents=True, exist_ok=True)
    for child in source.iterdir():
        if child.is_dir() and child.name != "csrc" and child.name != "__pycache__":
            _mirror(child, target / child.name)
        elif child.name != "__pycache__":
            _link(target / child.name, child)


def _lay_package(tree, overlay) -> None:
    _mirror(tree / "torch_musa", overlay / "torch_musa")
    for source, target in COPIED_BY_THE_BUILD:
        if (tree / source).is_file() and not (overlay / target).exists():
            _link(overlay / target, tree / source)
    version = overlay / "torch_musa" / "version.py"
    if not version.exists():
        version.write_text(f'__version__ = "{_version(tree)}+checkout"\n')


def _version(tree) -> str:
    return (tree / "version.txt").read_text().strip()


def _lay_ours(overlay) -> None:
    musasim = _package_folder("musasim")
    modules = list(musasim.glob("_MUSAC*.so"))
    if len(modules) != 1:
        raise OverlayError(f"{musasim} has {len(modules)} native modules, not one")
    _link(overlay / "torch_musa" / modules[0].name, modules[0].resolve())
    _link(overlay / "torch_musa" / "home", (musasim / "home").resolve())  # its libraries, by RPATH
    native = Path("platform", "torch_musa", "lib")
    (overlay / "torch_musa" / native.parent).mkdir(parents=True, exist_ok=True)
    _link(overlay / "torch_musa" / native, (musasim / native).resolve())
    for source, target in OPERATORS_OF_OURS:
        _link(overlay / target, (musasim / "platform" / "torch_musa" / source).resolve())


def _lay_metadata(tree, overlay) -> None:
    folder = overlay / f"torch_musa-{_version(tree)}.dist-info"
    folder.mkdir(exist_ok=True)
    (folder / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: torch_musa\nVersion: {_version(tree)}\n"
    )
    (folder / "entry_points.txt").write_text(
        "[torch.backends]\ntorch_musa = _genuine_shims:autoload\n"
    )


def _patches(tree):
    """(patch file, the one file that it changes), in order of their names."""
    for patch in sorted((tree / "torch_patches").rglob("*.patch")):
        found = re.findall(r"^\+\+\+ b/(\S+)", patch.read_text(), re.MULTILINE)
        if len(found) == 1:
            yield patch, found[0]


def _lay_torch(tree, overlay) -> None:
    """Links to torch, but for the Python files that the checkout's patches change: those are copies."""
    roots = {name: _package_folder(name) for name in PATCHED_PACKAGES}
    release = (roots["torch"] / "version.py").read_text()
    if f"'{TORCH_RELEASE}" not in release:
        raise OverlayError(
            f"torch_musa's patches are for torch {TORCH_RELEASE}; this one is another"
        )
    patches = []
    for patch, changed in _patches(tree):
        package, _, inner = changed.partition("/")
        if package in roots and (roots[package] / inner).is_file():
            patches.append((patch, changed))
    for package, root in roots.items():
        changed = [Path(file).relative_to(package) for _, file in patches if _in(file, package)]
        _copy_changed(root, overlay / package, changed)
        _link_around(root, overlay / package)
    for name in NEIGHBOURS_OF_TORCH:
        if (roots["torch"].parent / name).exists():
            _link(overlay / name, roots["torch"].parent / name)
    for patch, _ in patches:
        _apply(patch, overlay)
    _add_operators(roots["torch"], overlay)


def _add_operators(root, overlay) -> None:
    """A patched torch has its operators, and knows torch_musa, whether it loads backends or not."""
    text = (root / "__init__.py").read_text()
    if text.count(BACKENDS_OF_TORCH) != 1:
        raise OverlayError(f"{root}/__init__.py does not load backends in the known way")
    target = overlay / "torch" / "__init__.py"
    target.unlink(missing_ok=True)
    target.write_text(text.replace(BACKENDS_OF_TORCH, OPERATORS_FIRST + BACKENDS_OF_TORCH))
    (overlay / "torch" / "musa.py").write_text(OTHER_NAME)


def _in(file, package) -> bool:
    return file.startswith(package + "/")


def _copy_changed(root, target, changed) -> None:
    for file in changed:
        (target / file).parent.mkdir(parents=True, exist_ok=True)
        (target / file).unlink(missing_ok=True)
        shutil.copyfile(root / file, target / file)


def _link_around(root, target) -> None:
    """Completes a folder that holds some real files with links to all else."""
    for folder in [target, *(path for path in target.rglob("*") if _is_real_folder(path))]:
        _link_children(root / folder.relative_to(target), folder)


def _is_real_folder(path) -> bool:
    return path.is_dir() and not path.is_symlink()


def _apply(patch, overlay) -> None:
    command = ["patch", "--strip=1", "--forward", "--silent", "--no-backup-if-mismatch"]
    done = subprocess.run(
        [*command, "--directory", str(overlay), "--input", str(patch)],
        capture_output=True,
        text=True,
    )
    if done.returncode != 0:
        raise OverlayError(f"{patch} does not apply: {done.stdout}{done.stderr}")


def _schemas(tree):
    """Operators that the checkout adds to ATen: the schemas in its patch of native_functions.yaml."""
    for patch, changed in _patches(tree):
        if changed.endswith("/native_functions.yaml"):
            yield from re.findall(r"^\+- func: (.+)$", patch.read_text(), re.MULTILINE)


def _fakes(tree):
    """Names of the operators whose Meta kernels the checkout registers from Python."""
    for file in sorted((tree / "torch_musa").rglob("*.py")):
        yield from re.findall(r"\bregister_fake\(\s*[\"']([\w:]+)", file.read_text())
