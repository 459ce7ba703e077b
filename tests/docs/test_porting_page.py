"""docs/porting.md describes every field of the report."""

from support import pages

from torchada import port

PAGE = pages.read("docs/porting.md")


def test_fields_of_the_page_are_those_of_the_report(tmp_path):
    (source,) = [block for block in pages.blocks(PAGE) if block.title == "project/src/reduce.cu"]
    (tmp_path / "reduce.cu").write_text(source.body)
    report = port.port_tree(tmp_path, check=True)
    report["error"] = ""
    (file_report,) = report.pop("files")
    findings = file_report.pop("findings")
    finding = {"name": "", **findings[0]}
    rows = "".join(line for line in PAGE.splitlines(True) if line.startswith("| `"))
    for field in [*report, *file_report, *finding]:
        assert f"`{field}`" in rows or f".{field}`" in rows, field
