"""Asks the C++ library and Python about the same names, and wants the same answers.

python names/tests/compare.py PATH_TO_torchada_names_ask
"""

import importlib
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "names"))

import generate  # noqa: E402

# Beside what data/ has: names that only rules give, and names that are none.
MORE = {
    "identifier": "cudaNobodyListed cuNobodyListed CUnobody ncclNobody CUBLAS_NOBODY cudnnNobody "
    "count cu CU_ cuda CUDA a x1 cutlass_scaled_mm NVTE_CHECK mycudaMalloc __nv_nobody __NVCC "
    "curand4_nobody cudaDeviceGetNvSciNobody npps10Nobody CUDA_R_99F CUDA_CHECK",
    "qualified": "at::cuda::getCurrentCUDAStream at::Tensor std::max ::cudaFree :: x:: ::x "
    "cuda::std::array thrust::cuda::par at::cuda::detail::CUDAHooks cutlass::half_t c10::x::y "
    "mine::cudaMalloc CUDAGuard::current DeviceType::CUDA DeviceType::CPU cub::BlockReduce "
    "cute::SM90_TMA_LOAD cute::SM80_X::copy cutlass::arch::Sm90 ::cutlass::arch::Sm80 "
    "cuda::ptx::fence cooperative_groups::x torch::cuda::nccl::detail impl::CUDAGuardImpl",
    "header": "cuda_nobody.h cudaNobody.h utils.cuh cutlass/a/b.h ATen/cuda/Nobody.cuh vector",
    "library": "libcudart.so.12.4 libcublas.so libm.so.6 libcudnn_cnn_infer.so.8 cudart",
    "flag": "-U__CUDA_NO_HALF_OPERATORS__ -O2 --threads=4",
    "environment": "PATH",
    "member": "is_cuda size",
    "key": "CPU",
    "suffix": ".cpp",
    "tool": "gcc",
    "python": "torch.nn torch.cuda.amp",
}


def questions(names):
    """(domain, name) of everything in data/, and more; then the way back for each MUSA name."""
    forward = [(domain, name) for domain, name, _ in names.known_names()]
    forward += [(domain, name) for domain in MORE for name in MORE[domain].split()]
    back = []
    for domain, name in forward:
        translation = names.translate(name, domain)
        if translation is not None:
            back.append((domain, translation.musa))
    return forward, sorted(set(back))


def expected(translation):
    """A line as names/tests/ask.cpp writes it."""
    if translation is None:
        return "-"
    fields = (translation.musa, translation.status, translation.kind, translation.library)
    last = (translation.evidence, str(int(translation.known)), translation.why, translation.instead)
    return "\t".join(fields + last)


def main(arguments):
    _, found = generate.load(os.path.join(ROOT, "data"))
    names = importlib.import_module("torchada_names.translator").Translator(found)
    forward, back = questions(names)
    asked = [f"{domain}\t{name}" for domain, name in forward]
    asked += [f"back {domain}\t{name}" for domain, name in back]
    wanted = [expected(names.translate(name, domain)) for domain, name in forward]
    wanted += ["\t".join([*names.sources(name, domain), ""]) for domain, name in back]
    run = subprocess.run(
        arguments, input="\n".join(asked) + "\n", stdout=subprocess.PIPE, check=True, text=True
    )
    answers = run.stdout.split("\n")[:-1]
    wrong = [
        f"{question}: C++ says {answer!r}, Python {want!r}"
        for question, answer, want in zip(asked, answers, wanted)
        if answer != want
    ]
    print("\n".join(wrong[:50]))
    print(f"{len(asked)} names asked, {len(wrong)} answers differ")
    return 1 if wrong or len(answers) != len(asked) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
