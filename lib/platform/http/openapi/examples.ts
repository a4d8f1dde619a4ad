type Schema = {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  examples?: unknown[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
  format?: string;
  pattern?: string;
  minimum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
};
export type Schemas = Record<string, Schema>;

const ID = "0199a1f0-5c3e-7b21-8f4d-2a9c6e1b7d05";
const TIME = "2026-11-26T21:47:07.000Z";
const AMOUNT = "125.500000";
const HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

/** What a text of this name looks like: the first that fits its schema is shown. */
const TEXTS: readonly [name: RegExp, example: string][] = [
  [/At$|^at$|Until$|^seen$|^usableFrom$|UpTo$/, TIME],
  [/^_?id$|Ids?$/, ID],
  [/tickId$|^seq$|^version$/i, "182734"],
  [/cursor/i, "MjAyNi0xMS0yNlQyMTo0NzowNy4wMDBa"],
  [/countryCode/, "+41"],
  [/countr/i, "CH"],
  [/phone/i, "7911123456"],
  [/referralCode/, "K7M2QX9P"],
  [/recoveryCodes?$/, "k4tq-9xzm"],
  [/totp|code$/i, "123456"],
  [/number/i, "100042"],
  [/email/i, "ada@example.com"],
  [/username|author|^referrer$/i, "ada_lovelace"],
  [/password/i, "a long pass phrase"],
  [/token|secret|clientKey/i, "JBSWY3DPEHPK3PXP"],
  [/^ip$/, "203.0.113.7"],
  [/userAgent|device/i, "Firefox on Linux"],
  [/gender/, "Female"],
  [/^siteName$/, "Aurum"],
  [/^html$/, "<p>A text for people.</p>"],
  [
    /^message$|description|reason|note|notice|announcement|text|hint|content|detail|^risk$/i,
    "A text for people.",
  ],
  [/title|label|^name$|^savedAs$/i, "Gold"],
  [/currency/i, "USDT"],
  [/network/i, "TRC20"],
  [/source/i, "okx"],
  [/language/i, "en"],
  [/strategy/i, "ema-crossover"],
  [/^interval$/, "5m"],
  [/^(kind|type|targetType|event|reference|subject|blocker|product)$/i, "deposit"],
  [/^actions?$/, "deposit.confirm"],
  [/permission/i, "finance"],
  [/hash/i, HASH],
  [/address/i, "TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE"],
  [/icon/i, "Headphones"],
  [/breakEven/, "0.555556"],
  [/percent/i, "0.42"],
  [/stake|remaining/i, AMOUNT],
  [/price|bid|^ask$|high|low|^open$|^close$/i, "4012.35"],
  [/rate|spread/i, "0.001"],
  [/url|link|favicon|logo/i, "/uploads/gold.png"],
  [/date|day/i, "2026-11-26"],
];
const ANY_TEXTS = [AMOUNT, "0.001", "100", "Gold", TIME, ID, "2026-11-26", "en", HASH, "+41"];

/**
 * A value that a schema of the document accepts, for people to read: each field by its name, unions by their first kind.
 * @param name the field's name
 * @throws when nothing known fits a text; its schema needs an example of its own then
 */
export function exampleOf(schema: Schema, schemas: Schemas, name = ""): unknown {
  if (schema.$ref !== undefined) {
    const named = schemas[schema.$ref.replace("#/components/schemas/", "")];
    if (!named) throw new Error(`The API document has no ${schema.$ref}`);
    return exampleOf(named, schemas, name);
  }
  if (schema.examples?.length) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const kinds = schema.oneOf ?? schema.anyOf;
  if (kinds) return exampleOf(kinds.find(({ type }) => type !== "null") ?? {}, schemas, name);
  if (schema.allOf && schema.type === undefined) {
    return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part, schemas, name)));
  }
  return ofType(schema, schemas, name);
}

function ofType(schema: Schema, schemas: Schemas, name: string): unknown {
  const type = [schema.type].flat().find((each) => each !== "null");
  switch (type) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([field, value]) => [
          field,
          exampleOf(value, schemas, field),
        ]),
      );
    case "array":
      return [exampleOf(schema.items ?? {}, schemas, name.replace(/s$/, ""))];
    case "integer":
    case "number":
      return Math.max(schema.minimum ?? 0, /time$/i.test(name) ? 1_795_729_620 : 1);
    case "boolean":
      return true;
    case "string":
      return textOf(schema, name);
    case undefined:
      return null;
  }
}

function textOf(schema: Schema, name: string): string {
  if (schema.format === "binary") return "(a file)";
  const rules = [schema, ...(schema.allOf ?? [])];
  const fits = (text: string) =>
    rules.every(
      ({ pattern, minLength = 0, maxLength = text.length }) =>
        (pattern === undefined || new RegExp(pattern, "u").test(text)) &&
        text.length >= minLength &&
        text.length <= maxLength,
    );
  const byName = TEXTS.filter(([of]) => of.test(name)).map(([, text]) => text);
  const found = [...byName, ...ANY_TEXTS].find(fits);
  if (found === undefined) throw new Error(`No example fits ${name}: give its schema one`);
  return found;
}
