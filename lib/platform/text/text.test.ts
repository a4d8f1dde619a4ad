import { z } from "zod";
import { type ErrorCode, errorStatuses, errorText, toAppError } from "@/lib/platform/errors";
import { issueText } from "@/lib/platform/issue-text";
import english from "@/messages/en.json";
import { outsideBrackets, PSEUDO, pseudoMessages } from "@/tests/support/words/pseudo-locale";
import { asWritten, sentences, text } from "./index";
import { addLanguage, rendered, renderText } from "./languages";

beforeAll(() => addLanguage(PSEUDO, pseudoMessages(english)));

it("a text is rendered in the language of whoever reads it, with the texts in its gaps", () => {
  const given = text("notices.savings.amountInPlan", { amount: "5 USDT", plan: "Gold" });
  expect(renderText(given, "en")).toBe("5 USDT in Gold");
  expect(renderText(given, PSEUDO)).toBe("⟦5 USDT in Gold⟧");
  const two = sentences(text("notices.accounts.notYou"), asWritten("As somebody wrote."));
  expect(renderText(two, PSEUDO)).toBe(
    "⟦⟦If this was not you, contact support now.⟧ As somebody wrote.⟧",
  );
  expect(renderText("No text of messages", PSEUDO)).toBe("No text of messages");
});

it("whole answers are rendered, and what is no text stays", () => {
  const at = new Date(0);
  const answer = { at, list: [text("answers.saved")], count: 1, none: null };
  expect(rendered(answer, PSEUDO)).toEqual({ at, list: ["⟦Saved⟧"], count: 1, none: null });
});

it("a language that lacks a text says it in English", () => {
  addLanguage("xx", { answers: { saved: "Bewahrt" } });
  expect(renderText(text("answers.saved"), "xx")).toBe("Bewahrt");
  expect(renderText(text("answers.rightsSaved"), "xx")).toBe("Rights saved");
});

it.each(Object.keys(errorStatuses) as ErrorCode[])("%s has its text in every language", (code) => {
  expect(renderText(errorText(code), "en")).not.toContain(code);
  expect(outsideBrackets(renderText(errorText(code), PSEUDO))).toBe("");
});

it("nothing is said of an unexpected failure but the text of its code", () => {
  expect(renderText(toAppError(new Error("x")).text, PSEUDO)).toMatch(/^⟦Server error/);
});

it.each([
  [z.string(), 1],
  [z.number(), "x"],
  [z.int(), 1.5],
  [z.boolean(), "x"],
  [z.array(z.string()), "x"],
  [z.object({}), "x"],
  [z.strictObject({}), { odd: 1 }],
  [z.string().min(3), "x"],
  [z.string().max(1), "xx"],
  [z.array(z.string()).min(2), []],
  [z.array(z.string()).max(1), ["a", "b"]],
  [z.number().min(2), 1],
  [z.number().max(1), 2],
  [z.number().gt(1), 1],
  [z.number().lt(1), 1],
  [z.enum(["a", "b"]), "c"],
  [z.union([z.literal(1), z.literal(2)]), 3],
  [z.uuid(), "x"],
  [z.email(), "x"],
  [z.url(), "x"],
  [z.iso.date(), "x"],
  [z.iso.datetime(), "x"],
  [z.string().regex(/a/), "x"],
  [z.number().multipleOf(2), 3],
  [z.string().refine(() => false), "x"],
])("what a schema leaves to the library comes from messages (%#)", (schema, value) => {
  const result = schema.safeParse(value, { error: issueText });
  const [issue] = result.error?.issues ?? [];
  expect(issue?.message).toBeDefined();
  expect(outsideBrackets(renderText(issue?.message ?? "", PSEUDO))).toBe("");
});

function leaves(tree: object, path: string): [string, string][] {
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === "string"
      ? [[`${path}.${name}`, value] as [string, string]]
      : leaves(value as object, `${path}.${name}`),
  );
}

const { errors, answers, notices, mails, strategies } = english;
it.each(Object.entries({ errors, answers, notices, mails, strategies }))(
  "every text of %s renders with its gaps filled",
  (name, tree) => {
    for (const [key, message] of leaves(tree, name)) {
      const gaps = [...message.matchAll(/\{(\w+)/g)].map(([, gap = ""]) => [gap, "1"]);
      const words = renderText(text(key as never, Object.fromEntries(gaps)), PSEUDO);
      expect([key, words]).toEqual([key, expect.stringMatching(/^⟦[\s\S]*⟧$/)]);
    }
  },
);
