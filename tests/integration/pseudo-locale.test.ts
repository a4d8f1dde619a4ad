import type { $ZodType } from "zod/v4/core";
import * as z from "zod/v4/core";
import { apiRoutes } from "@/app/api/manifest";
import { AppError } from "@/lib/platform/errors";
import { listEndpoints } from "@/lib/platform/http/openapi";
import { validate } from "@/lib/platform/http/request";
import { addLanguage, renderText } from "@/lib/platform/text/languages";
import english from "@/messages/en.json";
import { outsideBrackets, PSEUDO, pseudoMessages } from "@/tests/support/words/pseudo-locale";

beforeAll(() => addLanguage(PSEUDO, pseudoMessages(english)));

const JUNK = [undefined, null, "", "x", "-1", "0", "1e9", "x".repeat(3_000), -1, 1.5, 1e12, true];
const NESTED = [{}, [], ["x"], ["x", "x"], [{}], { x: 1 }];

/** Every wrong thing for every field of a schema, by itself and all at once. */
function inputsFor(schema: $ZodType): unknown[] {
  const shape = schema instanceof z.$ZodObject ? Object.keys(schema._zod.def.shape) : [];
  const values = [...JUNK, ...NESTED];
  return [
    ...values,
    { noSuchField: 1 },
    ...values.map((value) => Object.fromEntries(shape.map((field) => [field, value]))),
  ];
}

/** What an endpoint says of wrong input, each text once. */
function textsOf(schema: $ZodType): string[] {
  const said = new Set<string>();
  for (const input of inputsFor(schema)) {
    try {
      validate(schema, input);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      said.add(error.text);
      for (const text of Object.values(error.fieldTexts ?? {}).flat()) said.add(text);
    }
  }
  return [...said];
}

it("no endpoint refuses input in words that did not come from messages", async () => {
  const plain: string[] = [];
  let count = 0;
  for (const { path, method, declaration } of await listEndpoints(apiRoutes)) {
    const { body, query, files } = declaration;
    const schemas = [body, query].filter((schema) => schema !== undefined);
    const texts = [
      ...schemas.flatMap(textsOf),
      ...Object.values(files ?? {}).flatMap(({ messages }) => Object.values(messages)),
    ];
    count += texts.length;
    for (const text of texts) {
      if (outsideBrackets(renderText(text, PSEUDO)) !== "")
        plain.push(`${method} ${path}: ${text}`);
    }
  }
  expect(plain).toEqual([]);
  expect(count).toBeGreaterThan(300);
});
