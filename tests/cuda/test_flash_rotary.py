"""flash_attn.layers.rotary and flash_attn.ops.triton.rotary on MUSA, against complex numbers turned one by one."""

import pytest
import torch

from torchada._flash_attention.rotary import apply_rotary, apply_rotary_emb

pytestmark = pytest.mark.musa

HEADS, WIDTH, TURNED = 3, 10, 8


def tables(rows=16):
    angles = torch.outer(torch.arange(float(rows)), 0.5 ** torch.arange(TURNED / 2))
    return angles, angles.cos().cuda(), angles.sin().cuda()


def tokens(*shape, seed=0):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed)).cuda()


def turned(token, angles, interleaved):
    """One token, (heads, size), turned by the angles of its position."""
    head = token.cpu().clone()
    for number, angle in enumerate(angles):
        half = TURNED // 2
        pair = [2 * number, 2 * number + 1] if interleaved else [number, number + half]
        value = torch.view_as_complex(head[:, pair].contiguous()) * torch.polar(
            torch.ones(()), angle
        )
        head[:, pair] = torch.view_as_real(value)
    return head


@pytest.mark.parametrize("interleaved", [True, False])
@pytest.mark.parametrize("offsets", [0, 3, [1, 5]])
def test_rows_of_one_length(interleaved, offsets):
    angles, cos, sin = tables()
    x = tokens(2, 4, HEADS, WIDTH)
    given = torch.tensor(offsets, device="cuda") if isinstance(offsets, list) else offsets

    out = apply_rotary_emb(x, cos, sin, interleaved, seqlen_offsets=given)

    for row in range(2):
        first = offsets[row] if isinstance(offsets, list) else offsets
        for place in range(4):
            wanted = turned(x[row, place], angles[first + place], interleaved)
            torch.testing.assert_close(out[row, place].cpu(), wanted)


@pytest.mark.parametrize("offsets", [0, [2, 0, 4]])
def test_sequences_behind_each_other(offsets):
    angles, cos, sin = tables()
    starts = [0, 3, 3, 7]
    x = tokens(7, HEADS, WIDTH)
    given = torch.tensor(offsets, device="cuda") if isinstance(offsets, list) else offsets
    begins = torch.tensor(starts, dtype=torch.int32, device="cuda")

    out = apply_rotary(x, cos, sin, given, begins, max_seqlen=4)

    for row, (begin, end) in enumerate(zip(starts, starts[1:])):
        first = offsets[row] if isinstance(offsets, list) else offsets
        for place in range(begin, end):
            wanted = turned(x[place], angles[first + place - begin], False)
            torch.testing.assert_close(out[place].cpu(), wanted)


def test_back_and_in_place():
    _, cos, sin = tables()
    x = tokens(1, 5, HEADS, WIDTH)
    before = x.clone()
    assert apply_rotary(x, cos, sin, inplace=True) is x
    assert not torch.equal(x, before)
    torch.testing.assert_close(apply_rotary(x, cos, sin, conjugate=True), before)


def test_gradients_turn_back():
    _, cos, sin = tables()
    x = tokens(1, 5, HEADS, WIDTH).requires_grad_()
    out = apply_rotary_emb(x, cos, sin)
    gradient = tokens(1, 5, HEADS, WIDTH, seed=1)
    out.backward(gradient)
    torch.testing.assert_close(x.grad, apply_rotary(gradient, cos, sin, conjugate=True))


def test_tables_that_are_too_small_are_refused():
    _, cos, sin = tables(rows=4)
    with pytest.raises(RuntimeError, match="cos has 4 columns, for 8 numbers; a head has 6"):
        apply_rotary_emb(tokens(1, 2, HEADS, 6), cos, sin)
    with pytest.raises(RuntimeError, match="cos has 4 rows; a sequence takes 5"):
        apply_rotary_emb(tokens(1, 5, HEADS, WIDTH), cos, sin)
    with pytest.raises(RuntimeError, match="cos has 4 rows; a sequence takes 5"):
        apply_rotary_emb(tokens(1, 3, HEADS, WIDTH), cos, sin, seqlen_offsets=2)


def test_who_finds_flash_attn_finds_its_rotary_modules(run_python):
    """vLLM has imported flash_attn for another part, which fails, and finds it then."""
    code = """
        import importlib.util, torch, torchada
        try:
            from flash_attn.cute.interface import _flash_attn_fwd
        except ModuleNotFoundError as error:
            print(error.name)
        if importlib.util.find_spec("flash_attn") is not None:
            from flash_attn.ops.triton.rotary import apply_rotary
            from flash_attn.layers.rotary import apply_rotary_emb
            x = torch.ones(1, 2, 1, 4, device="cuda")
            cos, sin = torch.zeros(2, 2, device="cuda"), torch.ones(2, 2, device="cuda")
            print(apply_rotary_emb(x, cos, sin)[0, 0, 0].tolist())
            print(torch.equal(apply_rotary(x, cos, sin), apply_rotary_emb(x, cos, sin)))
    """
    lines = run_python(code).stdout.splitlines()
    assert lines == ["flash_attn.cute", "[-1.0, -1.0, 1.0, 1.0]", "True"]
