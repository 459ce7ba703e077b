"""flash-attn's functions on MUSA, against attention that is written out query by query."""

import math
import sys
import textwrap

import pytest
import torch

from torchada._flash_attention import bert_padding, flash_attn_2, flash_attn_3

pytestmark = pytest.mark.musa

HEADS, WIDTH = 4, 16


def random(*shape, dtype=torch.float32, seed=0):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed)).to("cuda", dtype)


def reference(q, k, v, scale=None, causal=False, window=(-1, -1), softcap=0.0, slopes=None):
    """(out, lse) of one sequence: (length, heads, head dimension), in double precision."""
    q, k, v = (x.cpu().double() for x in (q, k, v))
    groups = q.shape[1] // k.shape[1]
    scale = q.shape[-1] ** -0.5 if scale is None else scale
    out = torch.zeros(*q.shape[:2], v.shape[-1], dtype=torch.double)
    lse = torch.full(q.shape[:2], math.inf, dtype=torch.double)
    left, right = window[0], 0 if causal else window[1]
    for i in range(q.shape[0]):
        beside = i + k.shape[0] - q.shape[0]
        first = 0 if left < 0 else max(beside - left, 0)
        last = k.shape[0] if right < 0 else min(beside + right + 1, k.shape[0])
        for head in range(q.shape[1]):
            if first >= last:
                continue
            keys, values = k[first:last, head // groups], v[first:last, head // groups]
            scores = keys @ q[i, head] * scale
            if softcap:
                scores = softcap * torch.tanh(scores / softcap)
            if slopes is not None:
                scores = scores - slopes[head] * (torch.arange(first, last) - beside).abs()
            lse[i, head] = scores.logsumexp(0)
            out[i, head] = scores.softmax(0) @ values
    return out, lse.T


def close(found, expected, tolerance=2e-5):
    torch.testing.assert_close(found.cpu().double(), expected, atol=tolerance, rtol=tolerance)


RULES = [
    {},
    {"causal": True},
    {"softmax_scale": 0.3},
    {"window_size": (3, 2)},
    {"causal": True, "window_size": (4, 0)},
    {"softcap": 2.0},
    {"alibi": True, "causal": True},
]


def expected_of(rules, q, k, v):
    slopes = torch.tensor([0.5, 0.25, 0.125, 0.0625]) if rules.get("alibi") else None
    words = ("causal", "softcap")
    plain = {word: rules[word] for word in words if word in rules}
    window = rules.get("window_size", (-1, -1))
    return reference(q, k, v, rules.get("softmax_scale"), window=window, slopes=slopes, **plain)


def keywords_of(rules):
    words = {name: value for name, value in rules.items() if name != "alibi"}
    if "alibi" in rules:
        words["alibi_slopes"] = torch.tensor([0.5, 0.25, 0.125, 0.0625], device="cuda")
    return words


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("queries, keys", [(9, 9), (5, 12), (12, 5)])
@pytest.mark.parametrize("heads_of_keys", [4, 2])
def test_rows(rules, queries, keys, heads_of_keys):
    q = random(2, queries, HEADS, WIDTH)
    k, v = (random(2, keys, heads_of_keys, WIDTH, seed=n) for n in (1, 2))
    words = keywords_of(rules)

    out, lse, _ = flash_attn_2.flash_attn_func(q, k, v, return_attn_probs=True, **words)
    alone = flash_attn_2.flash_attn_func(q, k, v, **words)

    for row in range(2):
        wanted, sums = expected_of(rules, q[row], k[row], v[row])
        close(out[row], wanted)
        close(alone[row], wanted)
        close(lse[row], sums)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("paged", [False, True])
def test_sequences_behind_each_other(rules, paged):
    lengths_q, lengths_k = [3, 1, 7], [5, 9, 7]
    q = random(sum(lengths_q), HEADS, WIDTH)
    k, v = (random(sum(lengths_k), 2, WIDTH, seed=n) for n in (1, 2))
    starts_q, starts_k = (
        torch.tensor([0, *torch.tensor(x).cumsum(0)], dtype=torch.int32).cuda()
        for x in (lengths_q, lengths_k)
    )
    given, table = (k, v), None
    if paged:
        given, table = in_pages(k, v, lengths_k, page=4)

    out, lse, _ = flash_attn_2.flash_attn_varlen_func(
        q,
        *given,
        starts_q,
        starts_k,
        max(lengths_q),
        max(lengths_k),
        return_attn_probs=True,
        block_table=table,
        **keywords_of(rules),
    )

    for at, (a, b) in enumerate(zip(starts_q.tolist(), starts_q.tolist()[1:])):
        c, d = starts_k.tolist()[at : at + 2]
        wanted, sums = expected_of(rules, q[a:b], k[c:d], v[c:d])
        close(out[a:b], wanted)
        close(lse[:, a:b], sums)


def in_pages(k, v, lengths, page):
    """((keys, values) as pages in another order, the table of pages)."""
    most = -(-max(lengths) // page)
    order = torch.randperm(len(lengths) * most, generator=torch.Generator().manual_seed(5))
    table = order.view(len(lengths), most).int().cuda()
    pages = [torch.full((order.numel(), page, *x.shape[1:]), 7.0, device="cuda") for x in (k, v)]
    at = 0
    for row, length in enumerate(lengths):
        for token in range(length):
            number = table[row, token // page]
            for target, x in zip(pages, (k, v)):
                target[number, token % page] = x[at]
            at += 1
    return pages, table


@pytest.mark.parametrize("paged", [False, True])
def test_new_keys_go_to_the_cache(paged):
    lengths, page = [5, 2], 4
    keys, values = (random(2, 8, 2, WIDTH, seed=n) for n in (1, 2))
    new = [random(2, 2, 2, WIDTH, seed=n) for n in (3, 4)]
    q = random(2, 2, HEADS, WIDTH)
    if paged:
        tokens = [x.flatten(0, 1) for x in (keys, values)]
        caches, table = in_pages(*tokens, [8, 8], page)
    else:
        caches, table = [keys.clone(), values.clone()], None

    out, lse = flash_attn_2.flash_attn_with_kvcache(
        q,
        *caches,
        *new,
        cache_seqlens=torch.tensor(lengths, dtype=torch.int32).cuda(),
        block_table=table,
        causal=True,
        return_softmax_lse=True,
    )

    for row, length in enumerate(lengths):
        k, v = (torch.cat((x[row, :length], y[row])) for x, y in zip((keys, values), new))
        wanted, sums = reference(q[row], k, v, causal=True)
        close(out[row], wanted)
        close(lse[row], sums)
        if not paged:
            assert torch.equal(caches[0][row, length : length + 2], new[0][row])


@pytest.mark.parametrize("interleaved", [True, False])
def test_rotary_embedding(interleaved):
    angles = torch.outer(torch.arange(16.0), 0.5 ** torch.arange(4.0)).cuda()
    q, k = random(1, 2, HEADS, WIDTH), random(1, 2, HEADS, WIDTH, seed=1)
    v = random(1, 2, HEADS, WIDTH, seed=2)
    caches = [torch.zeros(1, 8, HEADS, WIDTH, device="cuda") for _ in range(2)]

    flash_attn_2.flash_attn_with_kvcache(
        q, *caches, k, v, angles.cos(), angles.sin(), 3, causal=True, rotary_interleaved=interleaved
    )

    pairs = ((0, 1), (2, 3), (4, 5), (6, 7)) if interleaved else ((0, 4), (1, 5), (2, 6), (3, 7))
    for token in range(2):
        for number, (a, b) in enumerate(pairs):
            turn = torch.polar(torch.ones(()), angles[3 + token, number].cpu())
            found = caches[0][0, 3 + token, 0, [a, b]].cpu()
            wanted = torch.view_as_complex(k[0, token, 0, [a, b]].cpu()) * turn
            torch.testing.assert_close(found, torch.view_as_real(wanted))
    assert torch.equal(caches[0][0, 3:5, :, 8:], k[0, :, :, 8:])


def test_gradients():
    q, k, v = (random(2, 6, HEADS, WIDTH, seed=n).requires_grad_() for n in range(3))
    out = flash_attn_2.flash_attn_func(q, k, v, causal=True, softcap=3.0)
    found = torch.autograd.grad(out.sum(), (q, k, v))

    def again(*tensors):
        rows = []
        for a, b, c in zip(*tensors):
            scores = 3.0 * torch.tanh(torch.einsum("ihd,jhd->hij", a, b) * WIDTH**-0.5 / 3.0)
            scores = scores.masked_fill(torch.ones(6, 6).triu(1).bool(), -math.inf)
            rows.append(torch.einsum("hij,jhd->ihd", scores.softmax(-1), c))
        return torch.stack(rows)

    plain = [x.detach().cpu().double().requires_grad_() for x in (q, k, v)]
    for a, b in zip(found, torch.autograd.grad(again(*plain).sum(), plain)):
        close(a, b)


def test_packed_forms_are_the_same():
    qkv = random(2, 5, 3, HEADS, WIDTH, dtype=torch.bfloat16)
    q, k, v = qkv.unbind(2)
    wanted = flash_attn_2.flash_attn_func(q, k, v, causal=True)
    assert wanted.dtype is torch.bfloat16
    assert torch.equal(flash_attn_2.flash_attn_qkvpacked_func(qkv, causal=True), wanted)
    assert torch.equal(flash_attn_2.flash_attn_kvpacked_func(q, qkv[:, :, 1:], causal=True), wanted)
    starts = torch.tensor([0, 5, 10], dtype=torch.int32).cuda()
    tokens = flash_attn_2.flash_attn_varlen_qkvpacked_func(
        qkv.flatten(0, 1), starts, 5, causal=True
    )
    torch.testing.assert_close(tokens.view_as(wanted), wanted, atol=5e-3, rtol=5e-2)


def test_padding_is_taken_away_and_given_back():
    x, mask = random(2, 4, 3), torch.tensor([[1, 1, 0, 0], [1, 1, 1, 0]]).cuda()
    tokens, places, starts, longest, used = bert_padding.unpad_input(x, mask)
    assert (starts.tolist(), longest, used.tolist()) == ([0, 2, 5], 3, [2, 3])
    assert torch.equal(bert_padding.pad_input(tokens, places, 2, 4), x * mask.unsqueeze(-1))


class TestFlashAttention3:
    """What sglang calls: pages with tokens behind each other, qv, sinks, a captured step."""

    def arguments(self):
        lengths_q, lengths_k = [2, 3], [6, 3]
        k, v = (random(sum(lengths_k), 1, WIDTH, seed=n) for n in (1, 2))
        pages, table = in_pages(k, v, lengths_k, page=4)
        q = random(sum(lengths_q), HEADS, WIDTH)
        return q, k, v, pages, table, lengths_q, lengths_k

    @pytest.mark.parametrize("captured", [False, True])
    def test_a_cache_of_pages(self, captured):
        q, k, v, pages, table, lengths_q, lengths_k = self.arguments()
        starts = torch.tensor([0, 2, 5], dtype=torch.int32).cuda()
        used = torch.tensor(lengths_k, dtype=torch.int32).cuda()

        def step():
            return flash_attn_3.flash_attn_with_kvcache(
                q,
                *pages,
                page_table=table,
                cache_seqlens=used,
                cu_seqlens_q=starts,
                max_seqlen_q=3,
                causal=True,
                return_softmax_lse=True,
            )

        out, lse = step()
        if captured:
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph):
                out, lse = step()
            graph.replay()
        for row, (a, c) in enumerate(((0, 0), (2, 6))):
            b, d = a + lengths_q[row], c + lengths_k[row]
            wanted, sums = reference(q[a:b], k[c:d], v[c:d], causal=True)
            close(out[a:b], wanted)
            close(lse[:, a:b], sums)

    @pytest.mark.parametrize("only_qv", [False, True])
    def test_products_with_values_are_scores(self, only_qv):
        q, k = random(1, 3, HEADS, 8), random(1, 5, 1, 8, seed=1)
        v, qv = random(1, 5, 1, WIDTH, seed=2), random(1, 3, HEADS, WIDTH, seed=3)
        out = flash_attn_3.flash_attn_with_kvcache(
            q, k, v, qv=qv, cache_seqlens=5, causal=True, only_qv=only_qv
        )
        whole, keys = (qv, v) if only_qv else (torch.cat((q, qv), -1), torch.cat((k, v), -1))
        close(out[0], reference(whole[0], keys[0], v[0], causal=True)[0])

    def test_sinks_take_their_part(self):
        q, k, v = random(1, 3, HEADS, WIDTH), random(1, 3, HEADS, WIDTH), random(1, 3, HEADS, WIDTH)
        sinks = torch.tensor([0.0, 1.0, -1.0, 2.0], device="cuda")
        out = flash_attn_3.flash_attn_func(q, k, v, sinks=sinks)
        plain, sums = reference(q[0], k[0], v[0])
        part = torch.sigmoid(sums - sinks.cpu().double().view(-1, 1))
        close(out[0], plain * part.T.unsqueeze(-1))

    def test_each_sequence_of_pages_has_its_scales(self):
        q, k, v, pages, table, lengths_q, lengths_k = self.arguments()
        scales = [
            torch.tensor(pair, device="cuda").view(2, 1) for pair in ([2.0, 0.5], [0.25, 3.0])
        ]
        eight = [page.to(torch.float8_e4m3fn) for page in pages]
        out = flash_attn_3.flash_attn_varlen_func(
            q,
            *eight,
            torch.tensor([0, 2, 5], dtype=torch.int32).cuda(),
            None,
            max_seqlen_q=3,
            seqused_k=torch.tensor(lengths_k, dtype=torch.int32).cuda(),
            page_table=table,
            k_descale=scales[0],
            v_descale=scales[1],
        )
        k, v = (x.to(torch.float8_e4m3fn).float() for x in (k, v))
        for row, (a, c) in enumerate(((0, 0), (2, 6))):
            b, d = a + lengths_q[row], c + lengths_k[row]
            keys, values = (x[c:d] * scale[row].item() for x, scale in zip((k, v), scales))
            close(out[a:b], reference(q[a:b], keys, values)[0])

    def test_what_is_not_there_is_refused(self):
        q = random(1, 1, HEADS, WIDTH)
        with pytest.raises(NotImplementedError, match="score_mod"):
            flash_attn_3.flash_attn_with_kvcache(q, q, q, score_mod=print)


class TestImports:
    def test_flash_attn_is_found_where_it_is_not_installed(self, run_python):
        code = """
            import torch, torchada
            from flash_attn import flash_attn_func
            from flash_attn.flash_attn_interface import flash_attn_varlen_func, _flash_attn_forward
            from flash_attn.bert_padding import pad_input
            import flash_attn
            q = torch.randn(1, 4, 2, 8, device="cuda", dtype=torch.half)
            print(flash_attn_func(q, q, q, causal=True).shape, flash_attn.__version__)
            try:
                from flash_attn import flash_attn_gpu
            except ImportError:
                print("no kernels")
            torchada.unpatch()
            import importlib.util
            del __import__("sys").modules["flash_attn"]
            print(importlib.util.find_spec("flash_attn"))
        """
        lines = run_python(code).stdout.splitlines()
        assert lines == ["torch.Size([1, 4, 2, 8]) 2.8.3", "no kernels", "None"]

    def test_flash_attn_interface_is_found_where_it_is_not_installed(self, run_python):
        code = """
            import importlib.util, torch, torchada
            print(importlib.util.find_spec("flash_attn_interface"))
            from flash_attn_interface import flash_attn_with_kvcache, get_scheduler_metadata
            q = torch.ones(1, 1, 2, 8, device="cuda")
            lengths = torch.tensor([1], dtype=torch.int32, device="cuda")
            plan = get_scheduler_metadata(1, 1, 1, 2, 2, 8, lengths, page_size=64, causal=True)
            out = flash_attn_with_kvcache(q, q, q, cache_seqlens=lengths, scheduler_metadata=plan)
            print(torch.equal(out, q), plan.dtype)
        """
        assert run_python(code).stdout.split() == ["None", "True", "torch.int32"]

    def test_it_can_be_switched_off(self, run_python):
        code = (
            "import torch, torchada, importlib.util; print(importlib.util.find_spec('flash_attn'))"
        )
        done = run_python(code, env={"TORCHADA_FLASH_ATTN": "0"})
        assert done.stdout == "None\n"

    @pytest.mark.parametrize("installed", [False, True])
    def test_sgl_kernel_has_flash_attention(self, run_python, tmp_path, installed):
        (tmp_path / "sgl_kernel").mkdir()
        (tmp_path / "sgl_kernel" / "__init__.py").touch()
        (tmp_path / "sgl_kernel" / "flash_attn.py").write_text("raise ImportError('no FA3')")
        if installed:
            (tmp_path / "flash_attn_interface.py").write_text(textwrap.dedent("""
                def flash_attn_func(q, k, v, softmax_scale=None, causal=False, window_size=(-1, -1),
                                    softcap=0.0, return_softmax_lse=False):
                    return (q + 1, "lse") if return_softmax_lse else q + 1
                def flash_attn_varlen_func(q, **words): return words
                def flash_attn_with_kvcache(q, k_cache, v_cache): return q + 2
            """))
        code = f"""
            import sys; sys.path.insert(0, {str(tmp_path)!r})
            import torch, torchada
            from sgl_kernel.flash_attn import flash_attn_with_kvcache, _flash_attn_forward
            import sgl_kernel
            q = torch.zeros(1, 2, 2, 8, device="cuda")
            print(flash_attn_with_kvcache(q, q, q, only_qv=False).sum().item())
            out, lse, *rest = _flash_attn_forward(q, q, q, causal=True)
            print(out.sum().item(), rest, sgl_kernel.flash_attn.__name__)
        """
        lines = run_python(code).stdout.splitlines()
        name = "flash_attn_interface" if installed else "torchada._flash_attention.flash_attn_3"
        expected = ("64.0", "32.0") if installed else ("0.0", "0.0")
        assert lines == [expected[0], f"{expected[1]} [None, None] {name}"]

    def test_sgl_kernel_is_there_for_an_installed_interface(self, run_python, tmp_path):
        (tmp_path / "flash_attn_interface.py").write_text("def flash_attn_func(q, k, v): return 7")
        code = """
            import importlib.util, sys
            import torch, torchada
            print(importlib.util.find_spec("sgl_kernel"))
            import flash_attn_interface  # torchada's
            print(importlib.util.find_spec("flash_attn_interface") is not None)
            for _ in range(2):
                try:
                    from sgl_kernel.flash_attn import flash_attn_func
                    import flash_attn_interface, sgl_kernel
                    print(flash_attn_func(0, 0, 0), sgl_kernel.flash_attn is flash_attn_interface)
                except ModuleNotFoundError as error:
                    print(error.name)
                del sys.modules["flash_attn_interface"]
                sys.path.insert(0, sys.argv[-1])
        """
        done = run_python(code, tmp_path)
        assert done.stdout.splitlines() == ["None", "True", "sgl_kernel", "7 True"]


def test_nothing_of_it_is_loaded_before_it_is_used(run_python):
    code = "import torch, torchada, sys; print('torchada._flash_attention' in sys.modules)"
    assert run_python(code).stdout == "False\n"
    assert "torchada._patch.flash_attention" in sys.modules


def test_who_asks_whether_it_is_installed_is_told_the_truth(run_python):
    """vLLM goes on to import flash_attn.ops of what is found."""
    code = """
        import importlib.util, torchada
        print(importlib.util.find_spec("flash_attn"))
        import flash_attn
        print(importlib.reload(flash_attn).flash_attn_func.__module__)
    """
    assert run_python(code).stdout.split() == ["None", "torchada._flash_attention.flash_attn_2"]


@pytest.mark.skipif(sys.version_info < (3, 10), reason="Python 3.9 has no packages_distributions()")
def test_who_asks_whose_it_is_is_told_torchadas(run_python):
    """transformers looks up the distribution of what is found, which sglang has imported before."""
    code = """
        import torchada, flash_attn, flash_attn_interface
        from importlib.metadata import packages_distributions
        print(*(packages_distributions()[name] for name in ("flash_attn", "flash_attn_interface")))
    """
    assert run_python(code).stdout == "['torchada'] ['torchada']\n"


def test_memory_without_keys_may_hold_anything():
    from flash_attn import flash_attn_with_kvcache

    q = torch.ones(1, 1, 1, 16, device="cuda", dtype=torch.float16)
    cache = torch.full((1, 4, 1, 16), float("nan"), device="cuda", dtype=torch.float16)
    cache[:, 1:3] = 1
    lengths = torch.tensor([3], dtype=torch.int32, device="cuda")
    padding = torch.tensor([1], dtype=torch.int32, device="cuda")
    found = flash_attn_with_kvcache(
        q, cache, cache.clone(), cache_seqlens=lengths, cache_leftpad=padding
    )
    assert torch.equal(found, q)


def test_autocast_changes_no_score():
    from flash_attn import flash_attn_func

    q = torch.full((1, 2, 1, 128), 30.0, device="cuda", dtype=torch.float16)
    with torch.autocast("cuda", torch.float16):
        assert torch.equal(flash_attn_func(q, q, q, window_size=(1, 0)), q)


def test_sequences_may_be_a_part_of_the_tokens():
    from flash_attn import flash_attn_varlen_func

    x = torch.randn(6, 2, 16, device="cuda").half()
    starts = torch.tensor([1, 3, 5], dtype=torch.int32, device="cuda")
    part = flash_attn_varlen_func(x, x, x, starts, starts, 2, 2)
    whole = flash_attn_varlen_func(x[1:5], x[1:5], x[1:5], starts - 1, starts - 1, 2, 2)
    assert torch.equal(part[1:5], whole)
    none = torch.zeros(2, dtype=torch.int32, device="cuda")
    assert flash_attn_varlen_func(x, x, x, none, none, 0, 0).shape == x.shape


def test_shapes_that_do_not_fit_are_refused():
    from flash_attn import flash_attn_func

    x = torch.randn(2, 3, 2, 16, device="cuda").half()
    for softcap in (0.0, 1.0):
        with pytest.raises(RuntimeError, match="q's 1 heads are no multiple of k's 2"):
            flash_attn_func(x[:, :, :1], x, x, softcap=softcap)
        with pytest.raises(RuntimeError, match="q, k and v have 1, 2 and 2 sequences"):
            flash_attn_func(x[:1], x, x, softcap=softcap)


def test_what_flash_attn_refuses():
    from flash_attn import flash_attn_func, flash_attn_varlen_func

    q = torch.ones(1, 2, 4, 8, device="cuda", dtype=torch.float16)
    wide = torch.ones(1, 2, 4, 300, device="cuda", dtype=torch.float16)
    starts = torch.tensor([0, 2], dtype=torch.int32, device="cuda")
    for words, arguments in (
        ("q must be on CUDA, but is on the CPU", (q.cpu(), q, q)),
        (r"k must have 4 dimensions, not \(2, 4, 8\)", (q, q[0], q)),
        ("v must be float16 or bfloat16, but is torch.int32", (q, q, q.int())),
        ("k is torch.float16 and v torch.bfloat16, which must be the same", (q, q, q.bfloat16())),
        ("heads of q have 8 elements and those of k 4", (q, q[..., :4], q)),
        ("heads have at most 256 elements, not 300", (wide, wide, wide)),
    ):
        with pytest.raises(RuntimeError, match=words):
            flash_attn_func(*arguments)
    with pytest.raises(RuntimeError, match=r"q must have 3 dimensions, not \(1, 2, 4, 8\)"):
        flash_attn_varlen_func(q, q, q, starts, starts, 2, 2)
