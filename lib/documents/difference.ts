/** A line of one text or of both. */
export type DiffLine = { kind: "same" | "added" | "removed"; text: string };

/** Beyond this many comparisons two texts are shown as replaced, not as changed line by line. */
const MAX_CELLS = 4_000_000;

/** Lengths of the longest common parts of every pair of ends of two texts. */
function commonLengths(old: string[], now: string[]): Uint16Array[] {
  const rows = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1));
  for (let i = old.length - 1; i >= 0; i--) {
    const [row, below] = [rows[i], rows[i + 1]] as [Uint16Array, Uint16Array];
    for (let j = now.length - 1; j >= 0; j--) {
      row[j] =
        old[i] === now[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return rows;
}

function changedPart(old: string[], now: string[]): DiffLine[] {
  const removed = (text: string): DiffLine => ({ kind: "removed", text });
  const added = (text: string): DiffLine => ({ kind: "added", text });
  if (old.length * now.length > MAX_CELLS) return [...old.map(removed), ...now.map(added)];
  const common = commonLengths(old, now);
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < old.length && j < now.length) {
    const [before, after] = [old[i] ?? "", now[j] ?? ""];
    if (before === after) {
      lines.push({ kind: "same", text: before });
      i += 1;
      j += 1;
    } else if ((common[i + 1]?.[j] ?? 0) >= (common[i]?.[j + 1] ?? 0)) {
      lines.push(removed(before));
      i += 1;
    } else {
      lines.push(added(after));
      j += 1;
    }
  }
  return [...lines, ...old.slice(i).map(removed), ...now.slice(j).map(added)];
}

/** What became of a text, line by line: what stayed, went and came, in the order of reading. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [old, now] = [before.split("\n"), after.split("\n")];
  const shorter = Math.min(old.length, now.length);
  let head = 0;
  while (head < shorter && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const same = (lines: string[]) => lines.map((text): DiffLine => ({ kind: "same", text }));
  return [
    ...same(old.slice(0, head)),
    ...changedPart(old.slice(head, old.length - tail), now.slice(head, now.length - tail)),
    ...same(tail === 0 ? [] : old.slice(-tail)),
  ];
}
