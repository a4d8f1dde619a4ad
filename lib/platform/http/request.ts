import * as z from "zod/v4/core";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { issueText, oneFieldEach } from "@/lib/platform/issue-text";
import { type Text, text } from "@/lib/platform/text";
import { isRead } from "./reading";

/** Largest JSON body. */
export const MAX_JSON_BYTES = 64 * 1024;

type OnPart = (bytes: number) => void;

/**
 * Reads a request body, giving up as soon as it is larger than allowed.
 * @param onPart told the bytes of each part that arrives; reading ends with what it throws
 * @throws AppError PAYLOAD_TOO_LARGE, MALFORMED_JSON for one whose sender went away before its end
 */
export async function readBody(
  request: Request,
  maxBytes: number,
  onPart?: OnPart,
): Promise<Buffer> {
  try {
    return await readAll(request, maxBytes, onPart);
  } catch (error) {
    // Whoever hangs up would else be an error of the server's, in its log and its numbers.
    const isGone = (error as NodeJS.ErrnoException).code === "ECONNRESET";
    throw isGone ? new AppError("MALFORMED_JSON", { cause: error }) : error;
  }
}

async function readAll(request: Request, maxBytes: number, onPart?: OnPart): Promise<Buffer> {
  const declared = request.headers.get("content-length");
  if (Number(declared) > maxBytes) throw new AppError("PAYLOAD_TOO_LARGE");
  // A connection hands on no more than was declared.
  if (declared !== null && !onPart) return Buffer.from(await request.arrayBuffer());
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) break;
    size += part.value.byteLength;
    try {
      if (size > maxBytes) throw new AppError("PAYLOAD_TOO_LARGE");
      onPart?.(part.value.byteLength);
    } catch (error) {
      await reader?.cancel();
      throw error;
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks, size);
}

const JSON_TYPE = /^\s*application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

/**
 * Refuses a body that says that it is something else than JSON. Many clients name a type where they send none.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE
 */
export function requireJson({ headers }: Request, bytes: Uint8Array): void {
  const type = headers.get("content-type");
  if (bytes.byteLength === 0 || type === null || JSON_TYPE.test(type)) return;
  const message = text("errors.common.sendJson");
  throw new AppError("UNSUPPORTED_MEDIA_TYPE", { message });
}

/** Parses a JSON body; an empty one is an empty object. @throws AppError MALFORMED_JSON, VALIDATION */
export function parseJson(bytes: Uint8Array): unknown {
  if (bytes.byteLength === 0) return {};
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes), storable);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("MALFORMED_JSON");
  }
}

/**
 * What PostgreSQL stores in no text, NUL and halves of characters, and what marks texts of messages/.
 * Nobody types one.
 */
const NOT_STORABLE = /[\0\uFDD0\p{Surrogate}]/u;

/** Lets through what can be stored. @throws AppError VALIDATION */
export function storable<T>(_key: string, value: T): T {
  if (typeof value === "string" && NOT_STORABLE.test(value)) {
    throw new AppError("VALIDATION", {
      message: text("errors.common.theTextContainsCharacterThatNot"),
    });
  }
  return value;
}

/** Parameters that say something without a value, or that mean nothing without one. */
const KEPT_EMPTY: ReadonlySet<string> = new Set(["unread", "interval"]);

/** Query parameters as an object; a repeated parameter keeps its last value, most empty ones are none. */
export function queryObject(url: URL): Record<string, string> {
  const entries = [...url.searchParams]
    .filter(([key, value]) => value !== "" || KEPT_EMPTY.has(key))
    .map(([key, value]) => [key, storable(key, value)]);
  return Object.fromEntries(entries) as Record<string, string>;
}

/** The body of what takes none, which clients send as {} or not at all. */
export const NO_FIELDS = new z.$ZodObject({
  type: "object",
  shape: {},
  catchall: new z.$ZodNever({ type: "never" }),
});

/**
 * Checks input against its schema. @throws AppError VALIDATION with the first issue as message and
 * every issue by field, in the schema's order.
 */
export function validate<S extends z.$ZodType>(schema: S, input: unknown): z.output<S> {
  const result = z.safeParse(schema, input, { error: issueText });
  if (result.success) return result.data;
  // No plain object: a field may be called "constructor" or "__proto__".
  const texts = new Map<string, Set<Text>>();
  const issues = result.error.issues.flatMap(oneFieldEach);
  for (const issue of issues) {
    const field = fieldOf(issue);
    texts.set(field, (texts.get(field) ?? new Set()).add(textOf(issue)));
  }
  const errors = Object.fromEntries([...texts].map(([field, messages]) => [field, [...messages]]));
  const [first] = issues;
  throw new AppError("VALIDATION", { message: first && textOf(first), errors });
}

/**
 * Refuses a period of a list that ends before it begins: its list would be empty without a word.
 * @throws AppError VALIDATION
 */
export function refuseTurnedPeriod(query: unknown, sent: Record<string, string>): void {
  const { from, to } = (query ?? {}) as { from?: unknown; to?: unknown };
  // The end is the first moment after it, which a day and a moment can have in common.
  if (!(from instanceof Date && to instanceof Date) || from < to || sent.from === sent.to) return;
  const message = text("errors.common.periodEndsBeforeItBegins");
  throw new AppError("VALIDATION", { message, errors: { from: [message] } });
}

/** A schema's own words are texts of messages/ too, kept in the string that zod has for them. */
const textOf = (issue: z.$ZodIssue) => issue.message as Text;

/** The field that an issue is about, `params.period` inside an object. Of a list it is the list itself. */
function fieldOf(issue: z.$ZodIssue): string {
  const end = issue.path.findIndex((key) => typeof key === "number");
  const names = end < 0 ? issue.path : issue.path.slice(0, end);
  return names.map(String).join(".") || "body";
}

/**
 * The caller's address. The server appends the socket's address to X-Forwarded-For, so the entry
 * left of the trusted proxies' own is the caller's; entries further left can be forged.
 */
export function clientIp(headers: Headers): string {
  const hops = (headers.get("x-forwarded-for") ?? "").split(",").map((hop) => hop.trim());
  const ip = hops[Math.max(0, hops.length - 1 - env.TRUSTED_PROXIES)];
  return ip?.replace(/^::ffff:/, "") || "unknown";
}

/**
 * A form on another site can post here without a token. All it could do is sign its visitor in as
 * somebody else, by the cookie of the answer; browsers say where a request comes from.
 * @throws AppError FORBIDDEN
 */
export function refuseForeignForm({ method, headers }: Request): void {
  if (!isRead(method) && headers.get("sec-fetch-site") === "cross-site")
    throw new AppError("FORBIDDEN");
}
