import { fillReply, suggestReplies, unknownVariables } from "./rules";

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

describe("variables", () => {
  const values = { username: "{{email}}", email: "ann@example.com", site: "Aurum", staff: "bo" };

  it("are filled in, however they are spaced, and only once", () => {
    expect(fillReply("Hi {{username}}, {{ staff }} of {{site}} wrote to {{email}}", values)).toBe(
      "Hi {{email}}, bo of Aurum wrote to ann@example.com",
    );
  });

  it.each([
    ["Hello {{username}} {{ email }}", []],
    ["Hello {{user}} {{}} {{toString}}", ["user", "", "toString"]],
    ["{username} { {staff} }", []],
  ])("of %j unknown: %j", (text, unknown) => {
    expect(unknownVariables(text)).toEqual(unknown);
  });
});
