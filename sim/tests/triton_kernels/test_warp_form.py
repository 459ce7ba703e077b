"""The form of a kernel for a whole warp, from LLVM's IR."""

import pytest

pytest.importorskip("triton")

JUMP = """define void @kernel(ptr %x, i32 %n) {{
entry:
  %id = call i32 @amdgcn.workitem.id.x()
  %address = getelementptr i32, ptr %x, i32 %id
  %flag = icmp ult i32 {compared}, %n
  br i1 %flag, label %inner, label %outer
inner:
  %v = load i32, ptr %address, align 4
  {middle}
  br label %outer
outer:
  %r = phi i32 [ %w, %inner ], [ 0, %entry ]
  store i32 %r, ptr %address, align 4
  ret void
}}"""
ADD = "%w = add i32 %v, 1"
DIVIDE = "%w = udiv i32 %v, %n"
BARRIER = "call void @amdgcn.s.barrier()\n  %w = add i32 %v, 1"


def form(compared, middle):
    """The text for two warps; None: it is left to run lane by lane."""
    from musasim.triton._warp import vectorize_warp

    result = vectorize_warp(JUMP.format(compared=compared, middle=middle), 2, 4)
    return result and result[0]


def test_lanes_that_jump_over_an_access_are_masked():
    text = form("%id", ADD)
    assert "@llvm.masked.load" in text and "@llvm.masked.store" not in text


def test_an_access_beside_what_cannot_be_masked_is_left_to_lanes():
    assert form("%id", DIVIDE) is None


def test_a_jump_of_all_lanes_stays_a_jump():
    assert "br i1" in form("7", DIVIDE)
    # Lanes that meet in a block have all come there.
    assert "extractelement <32 x i1>" in form("%id", BARRIER)
