"""pymtml, the management library of Moore Threads' GPUs (on PyPI: mthreads-ml-py), for simulated devices.

It has the calls that public projects make, in both forms: MTML's own (`mtmlLibraryInit`) and NVML's
(`import pymtml as pynvml`). What a simulated GPU does not have (a temperature, power, fans)
raises MTMLError_NotSupported. A device's memory in use is this process's, because each process has
devices of its own; the GPU's utilization is 0, because kernels run on the CPU.
"""

from ._constants import *  # noqa: F401,F403
from ._errors import *  # noqa: F401,F403
from ._links import *  # noqa: F401,F403
from ._mtml import *  # noqa: F401,F403
from ._nvml import *  # noqa: F401,F403
