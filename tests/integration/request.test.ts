import { z } from "zod";
import { apiRoutes } from "@/app/api/manifest";
import type { AppError } from "@/lib/platform/errors";
import { listEndpoints } from "@/lib/platform/http/openapi";
import { parseJson, queryObject, validate } from "@/lib/platform/http/request";
import { amountText } from "@/lib/platform/money/amount-form";

const parse = (text: string) => parseJson(new TextEncoder().encode(text));

describe("what a request says", () => {
  it.each([
    ["NUL", '{"a":"\\u0000"}'],
    ["half of a character", '{"a":{"b":["\\ud83d"]}}'],
  ])("is refused with %s, which no text of the database holds", (_name, text) => {
    expect(() => parse(text)).toThrow("The text contains a character that is not allowed");
  });

  it("may hold every whole character", () => {
    expect(parse('{"a":"\\ud83d\\ude00 é \\u0001"}')).toEqual({ a: "😀 é \u0001" });
    expect(queryObject(new URL("http://x/?q=%F0%9F%98%80"))).toEqual({ q: "😀" });
  });

  it("is no JSON where bytes or brackets are missing", () => {
    expect(() => parseJson(new Uint8Array([0x22, 0xff, 0x22]))).toThrow();
    expect(() => parse("{")).toThrow();
    expect(parse("")).toEqual({});
  });
});

/** What a schema's refusal says, by field. */
function errorsOf(schema: z.ZodType, input: unknown): AppError["errors"] {
  try {
    validate(schema, input);
    return undefined;
  } catch (error) {
    return (error as AppError).errors;
  }
}

describe("what a schema refuses", () => {
  it("is under the field's name, also inside a list", () => {
    const list = z
      .string()
      .transform((text) => text.split(","))
      .pipe(z.array(z.enum(["open", "closed"])));
    expect(errorsOf(z.object({ status: list }), { status: "a,open,b" })).toEqual({
      status: ["Please choose one of open, closed"],
    });
    const nested = z.object({ params: z.object({ period: z.int() }) });
    expect(errorsOf(nested, { params: { period: 1.5 } })).toEqual({
      "params.period": ["Please enter a whole number"],
    });
    expect(errorsOf(z.strictObject({}), { stake: 1 })).toEqual({
      stake: ["There is no field stake"],
    });
    expect(errorsOf(z.object({}), [])).toEqual({ body: ["Please enter an object"] });
  });

  it.each(["constructor", "toString", "hasOwnProperty", "__proto__"])(
    "may be a field called %s",
    (name) => {
      const nested = z.object({ params: z.strictObject({}) });
      for (const [schema, text, field] of [
        [z.strictObject({ amount: z.string() }), `{"amount":"1","${name}":1}`, name],
        [nested, `{"params":{"${name}":1}}`, "params"],
      ] as const) {
        const errors = JSON.parse(JSON.stringify(errorsOf(schema, parse(text)))) as object;
        expect(Object.entries(errors)).toEqual([[field, [`There is no field ${name}`]]]);
      }
    },
  );

  it("is said in plain words, the schema's own first", () => {
    const kind = z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("a") }),
      z.object({ kind: z.literal("b") }),
    ]);
    const cases: [z.ZodType, unknown, string][] = [
      [z.string(), undefined, "Please enter a value"],
      [z.string("Please enter a name"), undefined, "Please enter a name"],
      [z.string().min(1), "", "Please enter a value"],
      [z.string().min(5), "abcd", "Please enter at least 5 characters"],
      [z.string().max(3), "abcd", "Please enter at most 3 characters"],
      [z.string().regex(/^[a-z]$/), "1", "This value does not have the right form"],
      [z.boolean(), undefined, "Please enter true or false"],
      [z.coerce.number().max(100), "101", "Please enter 100 or less"],
      [z.coerce.number().min(1), "0", "Please enter 1 or more"],
      [z.coerce.number(), "many", "Please enter a number"],
      [z.number().positive(), 0, "Please enter more than 0"],
      [z.array(z.string()).max(2), ["a", "b", "c"], "Please enter at most 2 entries"],
      [z.uuid(), "7", "Please enter an id"],
      [z.iso.datetime(), "today", "Please enter a time such as 2026-01-31T12:00:00Z"],
      [kind, { kind: "c" }, "Please choose one of a, b"],
      [z.union([z.number(), z.boolean()]), "x", "Please enter a value"],
      [z.string().refine(() => false), "x", "This value is not valid"],
    ];
    for (const [schema, input, text] of cases) {
      const errors = errorsOf(z.object({ field: schema }), { field: input });
      expect(Object.values(errors ?? {})).toEqual([[text]]);
    }
  });

  it("tells an amount that is too large from one that is none", () => {
    const amount = amountText;
    expect(errorsOf(amount, "999999999.999999")).toBeUndefined();
    expect(errorsOf(amount, "1000000000")).toEqual({ body: ["This amount is too large"] });
    const malformed = ["", "1.", ".5", "1,5", "1e9", "-1", "1.0000001"];
    for (const text of malformed) {
      expect(errorsOf(amount, text)).toEqual({
        body: ["Enter an amount such as 10 or 12.50, with at most 6 decimals"],
      });
    }
  });
});

it("takes an id in capitals for the same id in every path, as the database does", async () => {
  const id = "019AB3C4-0000-7000-8000-0000000000AB";
  const declared = (await listEndpoints(apiRoutes)).map(({ declaration }) => declaration.params);
  const ids = declared
    .flatMap((params) => Object.entries(params?._zod.def.shape ?? {}))
    .filter(([name]) => name.toLowerCase().endsWith("id"))
    .map(([, field]) => field as z.ZodType);
  expect(ids.length).toBeGreaterThan(30);
  for (const field of ids) expect(z.parse(field, id)).toBe(id.toLowerCase());
});
