/** A JSON schema as the API document has it. */
export type Schema = {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  enum?: unknown[];
  const?: unknown;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
};

const HOSTILE = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "' OR 1=1 --",
  "%' UNION SELECT * FROM app_user --",
  "<script>alert(1)</script>",
  "#{7*7}{{7*7}}",
  "../../../../etc/passwd",
  "%00%ff",
  "\ud800",
  "‮‭אب😀",
  "=cmd|' /C calc'!A0",
  "x".repeat(10_000),
  "1e309",
  "-1",
  "0",
  "-0.000001",
  "0.0000001",
  "99999999999999999999999999",
  "1,5",
  "NaN",
  "Infinity",
  "null",
  "__proto__",
  "2026-13-45T99:99:99Z",
  "00000000-0000-0000-0000-000000000000",
];
const WRONG_TYPES = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  9007199254740992,
  [],
  [[]],
  {},
  { $gt: "" },
  "text",
];

/** What a document says, with each named schema in the places that name it. */
export function withNamedSchemas<T>(document: { components?: { schemas?: object } } & T): T {
  const named = (document.components?.schemas ?? {}) as Record<string, unknown>;
  const resolve = (value: unknown, within: string[]): unknown => {
    if (Array.isArray(value)) return value.map((each) => resolve(each, within));
    if (typeof value !== "object" || value === null) return value;
    const { $ref, ...own } = value as { $ref?: string };
    const name = $ref?.split("/").at(-1);
    // One that holds itself is any value, where it does.
    if (name !== undefined)
      return within.includes(name) ? {} : resolve(named[name], [...within, name]);
    return Object.fromEntries(
      Object.entries(own).map(([key, each]) => [key, resolve(each, within)]),
    );
  };
  const { components: _, ...rest } = document;
  return resolve(rest, []) as T;
}

/** A plausible value of a schema. */
export function sample(schema: Schema | undefined, name = ""): unknown {
  if (!schema) return "text";
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const alternative = schema.anyOf?.[0] ?? schema.oneOf?.[0];
  if (alternative) return sample(alternative, name);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === "object" || schema.properties) return sampleObject(schema);
  if (type === "array") return schema.items ? [sample(schema.items, name)] : [];
  if (type === "integer" || type === "number") return schema.minimum ?? 1;
  if (type === "boolean") return true;
  if (schema.format === "uuid" || /id$/i.test(name)) return "01920000-0000-7000-8000-000000000000";
  if (/amount/i.test(name)) return "12.5";
  if (/email/i.test(name)) return "someone@example.com";
  return "x".repeat(Math.max(schema.minLength ?? 0, 6)).slice(0, schema.maxLength);
}

function sampleObject(schema: Schema): Record<string, unknown> {
  const entries = Object.entries(schema.properties ?? {});
  return Object.fromEntries(entries.map(([key, value]) => [key, sample(value, key)]));
}

/** Bodies that try to break an endpoint: each field wrong in every way, and the whole body too. */
export function hostileBodies(schema: Schema | undefined): unknown[] {
  const good = sample(schema) as Record<string, unknown>;
  if (typeof good !== "object" || good === null || Array.isArray(good)) return [...WRONG_TYPES];
  const bodies: unknown[] = [...WRONG_TYPES, good, { ...good, unexpected: "field", __proto__x: 1 }];
  for (const field of Object.keys(good)) {
    const { [field]: _, ...without } = good;
    bodies.push(without);
    for (const value of [...HOSTILE, ...WRONG_TYPES]) bodies.push({ ...good, [field]: value });
  }
  return bodies;
}

/** Query strings, path parts and fields of forms that try to break an endpoint. */
export const hostileTexts: readonly string[] = HOSTILE;
