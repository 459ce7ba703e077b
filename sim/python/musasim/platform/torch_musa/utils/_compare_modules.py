"""Follows which module is running, for compare_tool's reports."""

from typing import List, Optional


class ModuleInfo:
    """A module that is running, and the one that called it."""

    def __init__(self, name, father, is_leaf=False, is_forward=True) -> None:
        self.name = name
        self.father = father
        self.is_leaf = is_leaf
        self.is_forward = is_forward

    def name_with_prefix(self):
        """Its name, with what it does."""
        return f"{'forward' if self.is_forward else 'backward'} of {self.name}"

    def full_name(self):
        """The names from the outermost module to this one."""
        names: List[str] = []
        info: Optional[ModuleInfo] = self
        while info is not None and info.father is not None:
            names.insert(0, info.name)
            info = info.father
        return "/".join(names)


root_module_info = ModuleInfo("root", None)
current_module_info = root_module_info


def running_module() -> str:
    """The name of the running module, or an empty string outside any watched module."""
    if current_module_info is root_module_info:
        return ""
    direction = "forward" if current_module_info.is_forward else "backward"
    return f"{direction} of {current_module_info.full_name()}"


def _enter(module, is_forward):
    global current_module_info
    leaf = not any(True for _ in module.children())
    name = type(module).__name__
    current_module_info = ModuleInfo(name, current_module_info, leaf, is_forward)


def _leave(module):
    global current_module_info
    info = current_module_info
    # A backward that never came leaves its entry behind: go out as far as this module's.
    while info is not root_module_info and info.name != type(module).__name__:
        info = info.father
    current_module_info = info.father if info is not root_module_info else root_module_info


def pre_forward_hook(module, input):
    _enter(module, True)


def post_forward_hook(module, input, output):
    _leave(module)


def pre_backward_hook(module, grad_output):
    _enter(module, False)


def post_backward_hook(module, grad_input, grad_output):
    _leave(module)


def register_hooks(module):
    """Watch one module."""
    module.register_forward_pre_hook(pre_forward_hook)
    module.register_forward_hook(post_forward_hook)
    module.register_full_backward_pre_hook(pre_backward_hook)
    module.register_full_backward_hook(post_backward_hook)


def open_module_tracker(module):
    """Watch a module and all in it: reports then say which of them was running."""
    module.apply(register_hooks)
