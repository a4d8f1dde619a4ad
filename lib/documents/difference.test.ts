import fc from "fast-check";
import { diffLines } from "./difference";

const marks = { same: " ", added: "+", removed: "-" };
const shown = (before: string, after: string) =>
  diffLines(before, after).map(({ kind, text }) => marks[kind] + text);

it.each([
  ["a\nb\nc", "a\nx\nc", [" a", "-b", "+x", " c"]],
  ["a\nb", "a\nb\nc", [" a", " b", "+c"]],
  ["a\nb\nc", "c", ["-a", "-b", " c"]],
  ["a\na", "a", [" a", "-a"]],
  ["same", "same", [" same"]],
  ["", "a", ["-", "+a"]],
])("finds what became of %j", (before, after, lines) => {
  expect(shown(before, after)).toEqual(lines);
});

it("holds both texts, whatever they are", () => {
  const text = fc
    .array(fc.constantFrom("a", "b", "c", ""), { maxLength: 12 })
    .map((lines) => lines.join("\n"));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = diffLines(before, after);
      const side = (kind: string) =>
        lines
          .filter((line) => line.kind !== kind)
          .map((line) => line.text)
          .join("\n");
      expect([side("added"), side("removed")]).toEqual([before, after]);
    }),
  );
});

it("finds a few changes far apart in a long text", () => {
  const old = Array.from({ length: 5_000 }, (_, n) => `line ${n}`);
  const now = old.with(10, "first").with(4_990, "last");
  const changed = diffLines(old.join("\n"), now.join("\n")).filter(({ kind }) => kind !== "same");
  expect(changed).toEqual([
    { kind: "removed", text: "line 10" },
    { kind: "added", text: "first" },
    { kind: "removed", text: "line 4990" },
    { kind: "added", text: "last" },
  ]);
});

it.each([
  ["have nothing in common", (n: number) => `a${n}`, (n: number) => `b${n}`],
  ["share lines everywhere", (n: number) => `${n % 2}`, (n: number) => `${(n * n + n) % 3}`],
])("shows long texts as replaced that %s", (_, old, now) => {
  const many = (line: (n: number) => string) => Array.from({ length: 20_000 }, (_, n) => line(n));
  const lines = diffLines(many(old).join("\n"), many(now).join("\n"));
  expect(lines).toEqual([
    ...many(old).map((text) => ({ kind: "removed", text })),
    ...many(now).map((text) => ({ kind: "added", text })),
  ]);
});
