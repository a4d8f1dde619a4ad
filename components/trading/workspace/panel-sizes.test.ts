import { parseSizes, withinLimits } from "./panel-sizes";

it.each([
  [null, {}],
  ["", {}],
  ["no json", {}],
  ["null", {}],
  ['{"ticket":400,"lists":200}', { ticket: 400, lists: 200 }],
  ['{"ticket":9000,"lists":-5}', { ticket: 480, lists: 120 }],
  ['{"ticket":"400","lists":null,"other":1}', {}],
])("reads %j as %j", (stored, sizes) => expect(parseSizes(stored)).toEqual(sizes));

it("keeps whole pixels within the limits of a panel", () => {
  expect(withinLimits("ticket", 333.4)).toBe(333);
  expect(withinLimits("lists", 4)).toBe(120);
});
