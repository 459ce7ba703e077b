"""The table that memory_summary prints."""

_ROWS = (
    ("allocated_bytes", "Allocated memory"),
    ("active_bytes", "Active memory"),
    ("requested_bytes", "Requested memory"),
    ("reserved_bytes", "GPU reserved memory"),
    ("inactive_split_bytes", "Non-releasable memory"),
    ("allocation", "Allocations"),
    ("active", "Active allocs"),
    ("segment", "GPU reserved segments"),
    ("inactive_split", "Non-releasable allocs"),
)
_OVERSIZE_ROWS = (
    ("oversize_allocations", "Oversize allocations"),
    ("oversize_segments", "Oversize GPU segments"),
)
_POOLS = (("all", None), ("large_pool", "from large pool"), ("small_pool", "from small pool"))
_COLUMNS = (
    ("current", "Cur Usage"),
    ("peak", "Peak Usage"),
    ("allocated", "Tot Alloc"),
    ("freed", "Tot Freed"),
)
_WIDTH = 77


def format_summary(index: int, stats, abbreviated: bool) -> str:
    """The table for one device from its flat statistics."""
    rule, double_rule = "-" * _WIDTH, "=" * _WIDTH
    ooms, retries = stats.get("num_ooms", 0), stats.get("num_alloc_retries", 0)
    lines = [
        double_rule,
        f"PyTorch MUSA memory summary, device ID {index}".center(_WIDTH),
        rule,
        f"MUSA OOMs: {ooms}".center(_WIDTH // 2)
        + "|"
        + f"musaMalloc retries: {retries}".center(38),
        double_rule,
        _line("Metric", [title for _, title in _COLUMNS]),
    ]
    for key, title in _ROWS:
        lines.append(rule)
        for pool, pool_title in _POOLS[:1] if abbreviated else _POOLS:
            lines.append(_stat_line(stats, f"{key}.{pool}", pool_title or title, key))
    for key, title in _OVERSIZE_ROWS:
        lines += [rule, _stat_line(stats, key, title, key)]
    lines.append(double_rule)
    return "".join(f"|{line}|\n" for line in lines)


def _stat_line(stats, prefix, title, key) -> str:
    show = _bytes if key.endswith("_bytes") else str
    values = [show(stats.get(f"{prefix}.{column}", 0)) for column, _ in _COLUMNS]
    return _line(title if title[0].isupper() else f"      {title}", values)


def _line(title, cells) -> str:
    return f" {title:<22}" + "".join(f"|{cell:>11} " for cell in cells) + "  "


def _bytes(value: int) -> str:
    units = ("B", "KiB", "MiB", "GiB", "TiB")
    power = 0
    while value >= 10 * 1024 and power < len(units) - 1:
        value, power = value // 1024, power + 1
    return f"{value} {units[power]}"
