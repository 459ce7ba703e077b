"""MtLink: one link joins every two devices of a board that has it, numbered as libmtml.so does."""

from types import SimpleNamespace

from ._constants import MTML_ERROR_INVALID_ARGUMENT, MTML_ERROR_NOT_SUPPORTED, MTML_MTLINK_STATE_UP
from ._devices import checked, library
from ._errors import MTMLError


def _others(device):
    return [other for other in library.devices if other != checked(device)]


def _check(device, link):
    if not checked(device).links:
        raise MTMLError(MTML_ERROR_NOT_SUPPORTED, f"a simulated {device.name} has no MtLink")
    if link is not None and not 0 <= link < device.links:
        raise MTMLError(MTML_ERROR_INVALID_ARGUMENT, f"no link {link}: there are {device.links}")


def mtmlDeviceGetMtLinkSpec(device):
    """A simulated link has neither a version nor a speed."""
    _check(device, None)
    return SimpleNamespace(version=0, bandWidth=0, linkNum=device.links)


def mtmlDeviceGetMtLinkState(device, linkIndex):
    _check(device, linkIndex)
    return MTML_MTLINK_STATE_UP


def mtmlDeviceGetMtLinkRemoteDevice(device, linkIndex):
    _check(device, linkIndex)
    return _others(device)[linkIndex]


def mtmlDeviceCountMtLinkLayouts(device1, device2):
    return int(checked(device1) != checked(device2) and device1.links > 0)


def mtmlDeviceGetMtLinkLayouts(device1, device2, linkCount):
    if not mtmlDeviceCountMtLinkLayouts(device1, device2):
        return []
    local, remote = _others(device1).index(device2), _others(device2).index(device1)
    return [SimpleNamespace(localLinkId=local, remoteLinkId=remote)][:linkCount]


__all__ = [_name for _name in globals() if _name.startswith("mtml")]
