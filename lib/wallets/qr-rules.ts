/**
 * Reads QR codes of the sizes that addresses need (versions 1 to 9), module by module. Nothing is
 * repaired: a code with a single wrong module of data counts as unreadable, never as something else. The fixed
 * patterns are not looked at.
 */

/** Dark modules, by row and column. */
export type QrMatrix = boolean[][];

const MAX_VERSION = 9;
const LEVELS = ["M", "L", "H", "Q"] as const;
type Level = (typeof LEVELS)[number];

const ALIGNMENT = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
];
const ECC_PER_BLOCK: Record<Level, number[]> = {
  L: [7, 10, 15, 20, 26, 18, 20, 24, 30],
  M: [10, 16, 26, 18, 24, 16, 18, 22, 22],
  Q: [13, 22, 18, 26, 18, 24, 18, 22, 20],
  H: [17, 28, 22, 16, 22, 28, 26, 26, 24],
};
const BLOCKS: Record<Level, number[]> = {
  L: [1, 1, 1, 1, 1, 2, 2, 2, 2],
  M: [1, 1, 1, 2, 2, 4, 4, 4, 5],
  Q: [1, 1, 2, 2, 4, 4, 6, 6, 8],
  H: [1, 1, 2, 4, 4, 4, 5, 6, 8],
};
const ALPHANUMERIC = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";

const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** The text of a code, or null when it is none, is too large or has a wrong module of data. */
export function readQrMatrix(matrix: QrMatrix): string | null {
  const version = (matrix.length - 17) / 4;
  if (!Number.isInteger(version) || version < 1 || version > MAX_VERSION) return null;
  const format = readFormat(matrix);
  if (!format) return null;
  const data = readBlocks(readCodewords(matrix, version, format.mask), version, format.level);
  return data && readSegments(data);
}

/** The format's 15 bits carry their own check bits; one of 32 values has to fit exactly. */
function readFormat(matrix: QrMatrix): { level: Level; mask: number } | null {
  const at = (x: number, y: number) => (matrix[y]?.[x] ? 1 : 0);
  let bits = 0;
  for (let i = 0; i < 6; i++) bits |= at(8, i) << i;
  bits |= (at(8, 7) << 6) | (at(8, 8) << 7) | (at(7, 8) << 8);
  for (let i = 9; i < 15; i++) bits |= at(14 - i, 8) << i;
  for (let value = 0; value < 32; value++) {
    let rest = value;
    for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
    if ((((value << 10) | rest) ^ 0x5412) !== bits) continue;
    return { level: LEVELS[value >> 3] ?? "M", mask: value & 7 };
  }
  return null;
}

/** Whether a module belongs to the fixed patterns rather than to the data. */
function isFixed(x: number, y: number, version: number): boolean {
  const size = version * 4 + 17;
  const nearLeft = x < 9;
  const nearTop = y < 9;
  if ((nearLeft && nearTop) || (nearLeft && y >= size - 8) || (nearTop && x >= size - 8))
    return true;
  if (x === 6 || y === 6) return true;
  if (version >= 7 && ((y < 6 && x >= size - 11) || (x < 6 && y >= size - 11))) return true;
  const centres = ALIGNMENT[version - 1] ?? [];
  const last = centres.at(-1);
  return centres.some((cy) =>
    centres.some((cx) => {
      const isFinder =
        (cx === 6 && cy === 6) || (cx === 6 && cy === last) || (cx === last && cy === 6);
      return !isFinder && Math.abs(x - cx) <= 2 && Math.abs(y - cy) <= 2;
    }),
  );
}

/** Walks the columns in pairs from the right, up and down in turn, and takes the mask off. */
function readCodewords(matrix: QrMatrix, version: number, mask: number): number[] {
  const size = matrix.length;
  const bytes: number[] = [];
  let bits = 0;
  let count = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    const upward = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step++) {
      const y = upward ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (isFixed(x, y, version)) continue;
        const dark = matrix[y]?.[x] !== MASKS[mask]?.(x, y);
        bits = (bits << 1) | (dark ? 1 : 0);
        count += 1;
        if (count % 8 === 0) {
          bytes.push(bits & 0xff);
          bits = 0;
        }
      }
    }
  }
  return bytes;
}

/** Sorts the interleaved bytes into their blocks and checks each. Null when one does not hold. */
function readBlocks(raw: number[], version: number, level: Level): number[] | null {
  const blockCount = BLOCKS[level][version - 1] ?? 1;
  const eccLength = ECC_PER_BLOCK[level][version - 1] ?? 0;
  const shortBlocks = blockCount - (raw.length % blockCount);
  const shortData = Math.floor(raw.length / blockCount) - eccLength;
  const blocks: number[][] = Array.from({ length: blockCount }, () => []);
  let next = 0;
  for (let i = 0; i <= shortData; i++) {
    for (const [index, block] of blocks.entries()) {
      if (i < shortData || index >= shortBlocks) block.push(raw[next++] ?? 0);
    }
  }
  const checks: number[][] = blocks.map(() => []);
  for (let i = 0; i < eccLength; i++) for (const check of checks) check.push(raw[next++] ?? 0);
  const divisor = divisorOf(eccLength);
  const holds = blocks.every((block, index) =>
    remainder(block, divisor).every((byte, i) => byte === checks[index]?.[i]),
  );
  return holds ? blocks.flat() : null;
}

/** Multiplies in the field of 256 elements that QR codes use. */
function multiply(a: number, b: number): number {
  let product = 0;
  for (let i = 7; i >= 0; i--) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((b >>> i) & 1) * a;
  }
  return product;
}

function divisorOf(degree: number): number[] {
  const result = [...Array<number>(degree - 1).fill(0), 1];
  let root = 1;
  for (let i = 0; i < degree; i++) {
    for (let j = 0; j < degree; j++) {
      result[j] = multiply(result[j] ?? 0, root) ^ (result[j + 1] ?? 0);
    }
    root = multiply(root, 2);
  }
  return result;
}

function remainder(data: number[], divisor: number[]): number[] {
  const result = divisor.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ (result.shift() ?? 0);
    result.push(0);
    for (const [i, coefficient] of divisor.entries()) {
      result[i] = (result[i] ?? 0) ^ multiply(coefficient, factor);
    }
  }
  return result;
}

/** The text of the data bytes; null for kinds of content that no address needs. */
function readSegments(bytes: number[]): string | null {
  let position = 0;
  const take = (count: number) => {
    let value = 0;
    for (let i = 0; i < count; i++, position++) {
      value = (value << 1) | (((bytes[position >> 3] ?? 0) >> (7 - (position & 7))) & 1);
    }
    return value;
  };
  let text = "";
  while (position + 4 <= bytes.length * 8) {
    const mode = take(4);
    if (mode === 0) break;
    const part =
      mode === 1
        ? numeric(take)
        : mode === 2
          ? alphanumeric(take)
          : mode === 4
            ? binary(take)
            : null;
    if (part === null) return null;
    text += part;
  }
  return text;
}

type Take = (bits: number) => number;

function numeric(take: Take): string {
  let text = "";
  for (let left = take(10); left > 0; left -= 3) {
    const digits = Math.min(left, 3);
    text += take(digits * 3 + 1)
      .toString()
      .padStart(digits, "0");
  }
  return text;
}

function alphanumeric(take: Take): string {
  let text = "";
  for (let left = take(9); left > 0; left -= 2) {
    const value = take(left > 1 ? 11 : 6);
    if (left > 1) text += ALPHANUMERIC.charAt(Math.floor(value / 45));
    text += ALPHANUMERIC.charAt(value % 45);
  }
  return text;
}

function binary(take: Take): string {
  const length = take(8);
  return new TextDecoder().decode(Uint8Array.from({ length }, () => take(8)));
}
