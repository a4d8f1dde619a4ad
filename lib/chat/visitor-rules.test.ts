import { readReference, referenceOf } from "./visitor-rules";

it("writes 60 random bits so that they can be read out", () => {
  const bytes = Uint8Array.from({ length: 32 }, (_, n) => n * 7);
  expect(referenceOf(bytes)).toBe("07EN-W3AH-RZ6D");
  expect(readReference(referenceOf(bytes))).toBe(referenceOf(bytes));
});

it.each([
  ["07EN-W3AH-RZ6D", "07EN-W3AH-RZ6D"],
  [" o7en w3ah rz6d ", "07EN-W3AH-RZ6D"],
  ["I7EN-W3AH-LZ6D", "17EN-W3AH-1Z6D"],
  ["07EN-W3AH-RZ6", null],
  ["", null],
])("reads %j as %j", (typed, reference) => {
  expect(readReference(typed)).toBe(reference);
});
