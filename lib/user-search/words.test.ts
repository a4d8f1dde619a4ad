import { searchWords } from "./words";

test("an id is looked up as it is", () => {
  const id = "0193a1b2-1111-7222-8333-444455556666";
  expect(searchWords(` ${id.toUpperCase()} `)).toEqual([{ kind: "id", value: id }]);
});

test("words are parts, in any case, and all of them count", () => {
  expect(searchWords("Maria  KENYA")).toEqual([
    { kind: "part", value: "%maria%" },
    { kind: "part", value: "%kenya%" },
  ]);
  expect(searchWords("one two three four five six")).toHaveLength(5);
});

test("texts of one or two characters are beginnings", () => {
  expect(searchWords("ma")).toEqual([{ kind: "beginning", value: "ma%" }]);
});

test("a phone number may be written as people write it", () => {
  expect(searchWords("+54 (11) 5555-0000")).toEqual([{ kind: "number", value: "+541155550000" }]);
  expect(searchWords("7 1")).toEqual([{ kind: "beginning", value: "71%" }]);
});

test("five digits in a row are a number, fewer are a part like any other", () => {
  expect(searchWords("12345")).toEqual([{ kind: "number", value: "12345" }]);
  expect(searchWords("1234")).toEqual([{ kind: "part", value: "%1234%" }]);
  expect(searchWords("kofi12345")).toEqual([{ kind: "part", value: "%kofi12345%" }]);
});

test("what means something to LIKE stands for itself", () => {
  expect(searchWords("a_b%c\\")).toEqual([{ kind: "part", value: "%a\\_b\\%c\\\\%" }]);
});

test.each(["", "   "])("nothing (%j) is no condition", (text) => {
  expect(searchWords(text)).toEqual([]);
});

test("an email address is looked up by what is before its @, and compared whole", () => {
  expect(searchWords("ria_k@ex")).toEqual([
    { kind: "part", value: "%ria\\_k@%" },
    { kind: "address", value: "ria_k@ex" },
  ]);
  expect(searchWords("a@ex")).toEqual([{ kind: "part", value: "%a@ex%" }]);
  expect(searchWords("@example.org")).toEqual([{ kind: "part", value: "%@example.org%" }]);
});
