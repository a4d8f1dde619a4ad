import { usernamesIn } from "./broadcast-rules";

describe("usernames in a pasted text", () => {
  it.each([
    ["ann", ["ann"]],
    ["ann, bob;cyd\ndee\tann  BOB", ["ann", "bob", "cyd", "dee"]],
    ["@ann @bob,", ["ann", "bob"]],
    [" ,;\n", []],
  ])("%j", (text, names) => {
    expect(usernamesIn(text)).toEqual(names);
  });
});
