/** What people read where a schema has no words of its own. */
import type * as z from "zod/v4/core";
import { type Text, text } from "@/lib/platform/text";

const KINDS = {
  number: text("errors.input.number"),
  int: text("errors.input.int"),
  boolean: text("errors.input.boolean"),
  array: text("errors.input.array"),
  object: text("errors.input.object"),
  record: text("errors.input.object"),
};

const FORMS = {
  uuid: text("errors.input.uuid"),
  email: text("errors.input.email"),
  url: text("errors.input.url"),
  date: text("errors.input.date"),
  datetime: text("errors.input.datetime"),
};

const VALUE = text("errors.input.value");

const of = (texts: Record<string, Text>, name: string) =>
  Object.hasOwn(texts, name) ? texts[name] : undefined;
const oneOf = (values: readonly unknown[]) =>
  text("errors.input.oneOf", { values: values.map(String).join(", ") });

function lengthText(least: boolean, limit: string, origin: "string" | "array"): Text {
  if (least && limit === "1") return VALUE;
  if (origin === "string") {
    return text(least ? "errors.input.leastCharacters" : "errors.input.mostCharacters", { limit });
  }
  return text(least ? "errors.input.leastEntries" : "errors.input.mostEntries", { limit });
}

function sizeText(least: boolean, number: number | bigint, origin: string, inclusive = true): Text {
  const limit = String(number);
  if (origin === "string" || origin === "array") return lengthText(least, limit, origin);
  if (inclusive) return text(least ? "errors.input.orMore" : "errors.input.orLess", { limit });
  return text(least ? "errors.input.moreThan" : "errors.input.lessThan", { limit });
}

/** Says in plain words what is wrong with a value, for schemas that leave it to the library. */
export function issueText(issue: z.$ZodRawIssue): Text {
  switch (issue.code) {
    case "invalid_type":
      return of(KINDS, issue.expected) ?? VALUE;
    case "invalid_value":
      return oneOf(issue.values);
    case "too_small":
      return sizeText(true, issue.minimum, issue.origin, issue.inclusive);
    case "too_big":
      return sizeText(false, issue.maximum, issue.origin, issue.inclusive);
    case "invalid_format":
      return of(FORMS, issue.format) ?? text("errors.input.form");
    case "unrecognized_keys":
      return text("errors.input.unknownField", { name: issue.keys.join(", ") });
    case "invalid_union":
      return Array.isArray(issue.options) ? oneOf(issue.options) : VALUE;
    case "custom":
    case "invalid_element":
    case "invalid_key":
    case "not_multiple_of":
      return text("errors.input.invalid");
  }
}

/** Several unknown fields are one issue of the object that they are in; here each is its own. */
export function oneFieldEach(issue: z.$ZodIssue): z.$ZodIssue[] {
  if (issue.code !== "unrecognized_keys") return [issue];
  return issue.keys.map((name) => {
    const path = [...issue.path, name];
    return { ...issue, path, message: text("errors.input.unknownField", { name }) };
  });
}
