"""LLVM's IR as it is written for the host."""

import pytest

pytest.importorskip("triton")


def test_places_in_shared_memory_are_computed_once():
    from musasim.triton._host_ir import translate_to_host

    place = (
        "ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @global_smem, i64 {})"
    )
    count = 4000  # of a large tl.dot; the time must not grow with its square
    loads = "\n".join(
        f"  %v{i} = load float, {place.format(i // 2 * 4)}, align 4" for i in range(count)
    )
    number = "  %n = ptrtoint ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i64 4) to i64"
    head = "@global_smem = external addrspace(3) global [0 x i8]\n\ndefine void @kernel() {\n"
    metadata = {"working_threads": 32, "diverges": False}
    text = translate_to_host(f"{head}{loads}\n{number}\n  ret void\n}}\n", "kernel", metadata)
    assert text.count(" = getelementptr inbounds nuw i8, ptr %smem, i64 ") == count // 2
    assert text.count("load float, ptr %smem.") == count
    assert "@global_smem" not in text
