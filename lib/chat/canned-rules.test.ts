import { suggestReplies } from "./canned-rules";

const replies = ["Ask for proof", "Greeting", "How to deposit", "Please wait"].map((title) => ({
  title,
}));
const titles = (draft: string) => suggestReplies(draft, replies).map(({ title }) => title);

describe("suggested replies", () => {
  it.each([
    ["/", ["Ask for proof", "Greeting", "How to deposit", "Please wait"]],
    ["/p", ["Please wait", "Ask for proof"]],
    ["/PRO", ["Ask for proof"]],
    ["/to deposit", []],
    ["/ how to", ["How to deposit"]],
    ["hello /p", []],
    ["/p\nmore", []],
    ["", []],
  ])("%j", (draft, expected) => {
    expect(titles(draft)).toEqual(expected);
  });

  it("are at most eight", () => {
    const many = Array.from({ length: 20 }, (_, n) => ({ title: `Reply ${n}` }));
    expect(suggestReplies("/r", many)).toHaveLength(8);
  });
});
