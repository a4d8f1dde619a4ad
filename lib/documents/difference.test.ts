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

it("shows texts that are too long to compare as replaced", () => {
  const many = (letter: string) => Array.from({ length: 2_001 }, (_, n) => letter + n).join("\n");
  const lines = diffLines(many("a"), many("b"));
  expect(lines).toHaveLength(4_002);
  expect(lines[0]?.kind).toBe("removed");
});
