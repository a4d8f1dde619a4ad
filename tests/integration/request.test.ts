import { z } from "zod";
import { apiRoutes } from "@/app/api/manifest";
import { approvalsQuery } from "@/lib/approvals/schema";
import {
  clearHistorySchema,
  markReadSchema,
  sendImageSchema,
  sendMessageSchema,
} from "@/lib/chat/schema";
import { reorderContactsSchema } from "@/lib/contacts/staff-schema";
import { createDepositSchema, processDepositSchema } from "@/lib/deposits/schema";
import { createBroadcastSchema } from "@/lib/notifications/broadcast-schema";
import type { AppError } from "@/lib/platform/errors";
import { readMultipart } from "@/lib/platform/http/multipart";
import { listEndpoints } from "@/lib/platform/http/openapi";
import { parseJson, queryObject, validate } from "@/lib/platform/http/request";
import { amountText, amountTextIn } from "@/lib/platform/money/amount-form";
import { asWritten } from "@/lib/platform/text";
import { adminRecordsQuerySchema } from "@/lib/savings/queries";
import { createSavingSchema } from "@/lib/savings/schema";
import { adminTradesQuerySchema } from "@/lib/trading/queries";
import { openTradeSchema } from "@/lib/trading/schema";
import { retrieveSchema, storeSchema } from "@/lib/vault/schema";
import { adminPaymentQuerySchema } from "@/lib/wallets/payment-schema";

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

describe("a form with files", () => {
  const rules = {
    image: {
      maxBytes: 1_000,
      required: false,
      messages: { missing: asWritten(""), tooLarge: asWritten("") },
    },
  };
  const part = (name: string, value: string, header = "", boundary = "cut") =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n${header}\r\n${value}\r\n`;
  const parts = (count: number) =>
    Array.from({ length: count }, (_, n) => part(`f${n}`, "x")).join("");
  const read = async (body: string, boundary = "boundary=cut") => {
    const headers = { "content-type": `multipart/form-data; ${boundary}` };
    const request = new Request("http://x/", { method: "POST", headers, body });
    const { body: text } = await readMultipart(rules, z.looseObject({}), request, "somebody");
    return text;
  };

  it("has few parts", async () => {
    expect(Object.keys((await read(`${parts(31)}--cut--\r\n`)) as object)).toHaveLength(31);
    await expect(read(`${parts(32)}--cut--\r\n`)).rejects.toThrow("could not be read");
  });

  it("has parts with short headers", async () => {
    const body = (header: string) => `${part("a", "1", header)}${part("b", "2")}--cut--`;
    expect(await read(body(`X: ${"y".repeat(4_000)}\r\n`))).toEqual({ a: "1", b: "2" });
    await expect(read(body("X: y\r\n".repeat(1_000)))).rejects.toThrow("could not be read");
  });

  it.each([
    ['boundary="cut"', "cut"],
    ["charset=utf-8; Boundary=cut; x=y", "cut"],
    ["boundary=----WebKitFormBoundary7MA4", "----WebKitFormBoundary7MA4"],
  ])("says where its parts begin: %s", async (type, boundary) => {
    const body = `${part("a", "1", "", boundary)}--${boundary}--\r\n`;
    expect(await read(body, type)).toEqual({ a: "1" });
  });

  it("is not parsed by another boundary than the one that its parts are counted by", async () => {
    const type = 'x="; boundary=other;"; boundary=cut';
    await expect(read(`${parts(100)}--cut--\r\n`, type)).rejects.toThrow("could not be read");
    await expect(read(`${parts(1)}--cut--\r\n`, "")).rejects.toThrow("could not be read");
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
    expect(errorsOf(z.strictObject({}), { stake: 1, term: 2 })).toEqual({
      stake: ["There is no field stake"],
      term: ["There is no field term"],
    });
    expect(errorsOf(z.object({}), [])).toEqual({ body: ["Please enter an object"] });
  });

  it.each(["constructor", "toString", "hasOwnProperty", "__proto__"])(
    "may be a field called %s",
    (name) => {
      const nested = z.object({ params: z.strictObject({}) });
      for (const [schema, text, field] of [
        [z.strictObject({ amount: z.string() }), `{"amount":"1","${name}":1}`, name],
        [nested, `{"params":{"${name}":1}}`, `params.${name}`],
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
    const malformed = ["", "1.", ".5", "1e9", "-1", "+5", "٣", "10²", "5 BTC", "1.0000001"];
    for (const text of malformed) {
      expect(errorsOf(amount, text)).toEqual({
        body: ["Enter an amount such as 10 or 12.50, with at most 6 decimals"],
      });
    }
  });
});

describe("an amount that was pasted", () => {
  const read = (typed: string) => validate(amountTextIn("USDT"), typed);

  it.each([
    ["1,234.56 USDT", "1234.56"],
    ["usdt\u00a01,234,567", "1234567"],
    ["\uff11\uff12\uff0e\uff15", "12.5"],
    ["1\u202f234.5", "1234.5"],
    ["\u200b1\u20602\ufeff", "12"],
    [" 12.50\t", "12.50"],
  ])("%j is read as %s", (typed, amount) => expect(read(typed)).toBe(amount));

  it.each([
    ["12,345 USDT", "12,345 could be 12345 or 12.345. Please write it without a comma."],
    ["0,025", "Please write the decimals after a point: 0.025"],
    ["1.234,56", "Please write the decimals after a point: 1234.56"],
  ])("%s is refused for its comma: %s", (typed, message) =>
    expect(() => read(typed)).toThrow(message),
  );

  it("keeps the coin that it is in where only its reader knows the right one", () => {
    const deposit = { walletId: id, transactionHash: undefined };
    const amountOf = (amount: string) =>
      validate(createDepositSchema, { ...deposit, amount }).amount;
    expect(amountOf("btc 0.5")).toBe("0.5 BTC");
    expect(amountOf("1,234.56\u2009USDT")).toBe("1234.56 USDT");
    expect(() => amountOf("12,345 BTC")).toThrow("could be 12345 or 12.345");
  });

  const PRICE = "\u200b4,000.50\u00a0USDT";
  it.each<[string, z.ZodType<unknown>, object, string]>([
    [
      "a spot trade's limit",
      openTradeSchema,
      { type: "manual", side: "buy", amount: "10" },
      "4000.50",
    ],
    ["storing's limit", storeSchema, { amount: "20" }, "4000.50"],
    ["retrieving's limit", retrieveSchema, { amount: "0.5" }, "4000.50"],
  ])("%s is read as it is pasted", (_, schema, rest, limitPrice) => {
    expect(validate(schema, { ...rest, limitPrice: PRICE })).toMatchObject({ limitPrice });
    expect(() => validate(schema, { ...rest, limitPrice: "4,000" })).toThrow("4000 or 4.000");
  });

  it("reads the address that a deposit went to as it is pasted", () => {
    const deposit = { walletId: id, amount: "1", address: "\u200b0xAb 12\n" };
    expect(validate(createDepositSchema, deposit).address).toBe("0xAb12");
  });
});

const id = "019AB3C4-0000-7000-8000-0000000000AB";
const broadcast = { title: "News", message: "Text", audience: "users" };

it.each<[string, z.ZodType, object]>([
  ["userId of approvals", approvalsQuery, { userId: id }],
  ["userId of trades", adminTradesQuerySchema, { userId: id }],
  ["userId of payments", adminPaymentQuerySchema, { userId: id }],
  ["userId of savings", adminRecordsQuerySchema, { userId: id }],
  ["userIds of a broadcast", createBroadcastSchema, { ...broadcast, userIds: [id] }],
  ["upTo of what was read", markReadSchema, { upTo: id }],
  ["upTo of what is cleared", clearHistorySchema, { upTo: id }],
  ["chatId of a text", sendMessageSchema, { message: "Hello", chatId: id }],
  ["chatId of an image", sendImageSchema, { chatId: id }],
  ["seenSameHash of a deposit", processDepositSchema, { action: "confirm", seenSameHash: [id] }],
  ["savingId", createSavingSchema, { amount: "10", savingId: id }],
  ["walletId", createDepositSchema, { amount: "10", walletId: id }],
  ["ids in a new order", reorderContactsSchema, { services: [id] }],
  ["_id in a new order", reorderContactsSchema, { services: [{ _id: id, order: 1 }] }],
  ["id in a new order", reorderContactsSchema, { services: [{ id, order: 1 }] }],
])("takes an id in capitals for the same id: %s", (_name, schema, input) => {
  const text = JSON.stringify(z.parse(schema, input));
  expect(text).toContain(id.toLowerCase());
  expect(text).not.toContain(id);
});

it("takes an id in capitals for the same id in every path, as the database does", async () => {
  const declared = (await listEndpoints(apiRoutes)).map(({ declaration }) => declaration.params);
  const ids = declared
    .flatMap((params) => Object.entries(params?._zod.def.shape ?? {}))
    .filter(([name]) => name.toLowerCase().endsWith("id"))
    .map(([, field]) => field as z.ZodType);
  expect(ids.length).toBeGreaterThan(30);
  for (const field of ids) expect(z.parse(field, id)).toBe(id.toLowerCase());
});
