import { encode } from "uqr";
import { readQrMatrix } from "./qr-rules";

const ADDRESS = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const matrixOf = (text: string, options: Parameters<typeof encode>[1] = {}) =>
  encode(text, { border: 0, ...options }).data;

it.each(["L", "M", "Q", "H"] as const)("reads every mask and size at level %s", (ecc) => {
  for (let maskPattern = 0; maskPattern < 8; maskPattern++) {
    expect(readQrMatrix(matrixOf(ADDRESS, { ecc, maskPattern, boostEcc: false }))).toBe(ADDRESS);
  }
  for (let version = 7; version <= 9; version++) {
    const options = { ecc, minVersion: version, boostEcc: false };
    expect(readQrMatrix(matrixOf(ADDRESS, options))).toBe(ADDRESS);
  }
});

it("reads digits, capitals and other texts", () => {
  for (const text of ["12345678901234567", "1", "22", "BITCOIN:BC1QW508D6QEJXTDG4", "bitcoin:ä"]) {
    expect(readQrMatrix(matrixOf(text))).toBe(text);
  }
});

it("takes a damaged code for unreadable, never for another text", () => {
  const { length: size } = matrixOf(ADDRESS);
  for (let y = 9; y < size - 8; y++) {
    const damaged = matrixOf(ADDRESS).map((row) => [...row]);
    const row = damaged[y];
    if (row) row[size - 2] = !row[size - 2];
    expect(readQrMatrix(damaged)).toBeNull();
  }
});

it("knows what is no code", () => {
  expect(readQrMatrix([])).toBeNull();
  expect(readQrMatrix(Array.from({ length: 22 }, () => Array(22).fill(true)))).toBeNull();
  expect(readQrMatrix(Array.from({ length: 25 }, () => Array(25).fill(true)))).toBeNull();
  expect(readQrMatrix(matrixOf(ADDRESS, { minVersion: 10 }))).toBeNull();
});
