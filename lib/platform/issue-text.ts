/** What people read where a schema has no words of its own. */
import type * as z from "zod/v4/core";

const KINDS: Record<string, string> = {
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

const FORMS: Record<string, string> = {
  uuid: "an id",
  email: "an email address",
  url: "a web address",
  date: "a day such as 2026-01-31",
  datetime: "a time such as 2026-01-31T12:00:00Z",
};

const UNITS: Record<string, string> = { string: "characters", array: "entries" };

const enter = (what = "a value") => `Please enter ${what}`;
const oneOf = (values: readonly unknown[]) =>
  `Please choose one of ${values.map(String).join(", ")}`;

function sizeText(
  least: boolean,
  limit: number | bigint,
  origin: string,
  inclusive = true,
): string {
  const unit = UNITS[origin];
  if (unit)
    return least && limit === 1
      ? enter()
      : enter(`at ${least ? "least" : "most"} ${limit} ${unit}`);
  if (inclusive) return enter(`${limit} or ${least ? "more" : "less"}`);
  return enter(`${least ? "more" : "less"} than ${limit}`);
}

/** Says in plain words what is wrong with a value, for schemas that leave it to the library. */
export function issueText(issue: z.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return enter(KINDS[issue.expected]);
    case "invalid_value":
      return oneOf(issue.values);
    case "too_small":
      return sizeText(true, issue.minimum, issue.origin, issue.inclusive);
    case "too_big":
      return sizeText(false, issue.maximum, issue.origin, issue.inclusive);
    case "invalid_format":
      return FORMS[issue.format]
        ? enter(FORMS[issue.format])
        : "This value does not have the right form";
    case "unrecognized_keys":
      return `There is no field ${issue.keys.join(", ")}`;
    case "invalid_union":
      return Array.isArray(issue.options) ? oneOf(issue.options) : enter();
    case "custom":
    case "invalid_element":
    case "invalid_key":
    case "not_multiple_of":
      return "This value is not valid";
  }
}
