import { type CsvCell, csvLine, csvResponse } from "@/lib/platform/csv";
import { asWritten } from "@/lib/platform/text";

async function bytesOf(response: Response): Promise<string> {
  // text() would swallow the byte-order mark.
  return Buffer.from(await response.arrayBuffer()).toString("utf8");
}

describe("csvLine", () => {
  it.each<[CsvCell, string]>([
    ["plain", "plain"],
    ["a,b", '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ["two\nlines", '"two\nlines"'],
    ["=1+1", "'=1+1"],
    ["+44 20 7946", "+44 20 7946"],
    ["+44 20 7946+1", "'+44 20 7946+1"],
    ["+442079460", "'+442079460"],
    ["2026-11-26T21:47:07.123Z", "2026-11-26 21:47:07"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["-cmd|calc", "'-cmd|calc"],
    ["-1.5e3", "'-1.5e3"],
    ["＝1+1", "'＝1+1"],
    ["＋1", "'＋1"],
    ["－1", "'－1"],
    ["＠SUM(A1)", "'＠SUM(A1)"],
    ["\t=1", "'\t'=1"],
    ["\r=1", "\"'\r'=1\""],
    ['=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'],
    ["x;=1+1", "x;'=1+1"],
    ["x; @SUM(A1)", "x; '@SUM(A1)"],
    ["x;＝1+1;-2", "x;'＝1+1;'-2"],
    ["x\t=1+1", "x\t'=1+1"],
    ["x\r\n=1+1", '"x\r\n\'=1+1"'],
    ["x\n;+1", '"x\n;\'+1"'],
    ['x;"=1+1;', '"x;""\'=1+1;"'],
    ["a = b; c", "a = b; c"],
    ["-12.500000", "-12.500000"],
    [-3, "-3"],
    [12n, "12"],
    [true, "true"],
    [new Date("2026-11-21T10:00:00+05:00"), "2026-11-21 05:00:00"],
    [null, ""],
    [undefined, ""],
  ])("writes %j as %j", (cell, text) => {
    expect(csvLine([cell])).toBe(`${text}\r\n`);
  });

  it("separates cells with commas", () => {
    expect(csvLine(["a", 1, null, "b"])).toBe("a,1,,b\r\n");
  });
});

describe("csvResponse", () => {
  it("is a download with a byte-order mark, a header and the rows", async () => {
    const response = await csvResponse("my file", ["A", "B"].map(asWritten), [["x", "1.5"]]);
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("content-disposition")).toMatch(
      /^attachment; filename="my-file-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(await bytesOf(response)).toBe("\uFEFFA,B\r\nx,1.5\r\n");
  });

  it("holds the header alone when there are no rows", async () => {
    expect(await bytesOf(await csvResponse("a", [asWritten("A")], []))).toBe("\uFEFFA\r\n");
  });

  it("streams many rows without reading ahead", async () => {
    let made = 0;
    async function* rows() {
      for (; made < 100_000; made += 1) yield [made, "some text to fill the line"];
    }
    const response = await csvResponse("a", ["N", "Text"].map(asWritten), rows());
    const reader = response.body!.getReader();
    await reader.read();
    expect(made).toBeLessThan(5_000);
    await reader.cancel();
    expect(made).toBeLessThan(5_000);
  });

  it("writes every row of a long export once", async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => [index]);
    const lines = (await bytesOf(await csvResponse("a", [asWritten("N")], rows)))
      .trim()
      .split("\r\n");
    expect(lines).toHaveLength(20_001);
    expect(lines.at(-1)).toBe("19999");
  });

  it("rejects when the first row can't be read", async () => {
    async function* rows(): AsyncGenerator<CsvCell[]> {
      yield await Promise.reject(new Error("no database"));
    }
    await expect(csvResponse("a", [asWritten("N")], rows())).rejects.toThrow("no database");
  });
});
