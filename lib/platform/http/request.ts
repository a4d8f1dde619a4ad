import * as z from "zod/v4/core";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { issueText } from "@/lib/platform/issue-text";
import { type Text, text } from "@/lib/platform/text";

/** Largest JSON body. */
export const MAX_JSON_BYTES = 64 * 1024;

/**
 * Reads a request body, giving up as soon as it is larger than allowed.
 * @param onPart told the bytes of each part that arrives; reading ends with what it throws
 * @throws AppError PAYLOAD_TOO_LARGE
 */
export async function readBody(
  request: Request,
  maxBytes: number,
  onPart?: (bytes: number) => void,
): Promise<Buffer> {
  const declared = Number(request.headers.get("content-length") ?? "0");
  if (declared > maxBytes) throw new AppError("PAYLOAD_TOO_LARGE");
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

/** Parameters that say something without a value. */
const KEPT_EMPTY: ReadonlySet<string> = new Set(["unread"]);

/** Query parameters as an object; a repeated parameter keeps its last value, most empty ones are none. */
export function queryObject(url: URL): Record<string, string> {
  const entries = [...url.searchParams]
    .filter(([key, value]) => value !== "" || KEPT_EMPTY.has(key))
    .map(([key, value]) => [key, storable(key, value)]);
  return Object.fromEntries(entries) as Record<string, string>;
}

/**
 * Checks input against its schema. @throws AppError VALIDATION with the first issue as message and
 * every issue by field, in the schema's order.
 */
export function validate<S extends z.$ZodType>(schema: S, input: unknown): z.output<S> {
  const result = z.safeParse(schema, input, { error: issueText });
  if (result.success) return result.data;
  // No plain object: a field may be called "constructor" or "__proto__".
  const texts = new Map<string, Set<Text>>();
  for (const issue of result.error.issues) {
    const field = fieldOf(issue);
    texts.set(field, (texts.get(field) ?? new Set()).add(textOf(issue)));
  }
  const errors = Object.fromEntries([...texts].map(([field, messages]) => [field, [...messages]]));
  const [first] = result.error.issues;
  throw new AppError("VALIDATION", { message: first && textOf(first), errors });
}

/** A schema's own words are texts of messages/ too, kept in the string that zod has for them. */
const textOf = (issue: z.$ZodIssue) => issue.message as Text;

/** The field that an issue is about, `params.period` inside an object. Of a list it is the list itself. */
function fieldOf(issue: z.$ZodIssue): string {
  const end = issue.path.findIndex((key) => typeof key === "number");
  const names = end < 0 ? issue.path : issue.path.slice(0, end);
  const unknown = issue.code === "unrecognized_keys" ? issue.keys[0] : undefined;
  return names.map(String).join(".") || (unknown ?? "body");
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

/** Whether a request only reads: Next answers HEAD by the GET of its path. */
export const isRead = (method: string) => method === "GET" || method === "HEAD";

/**
 * A form on another site can post here without a token. All it could do is sign its visitor in as
 * somebody else, by the cookie of the answer; browsers say where a request comes from.
 * @throws AppError FORBIDDEN
 */
export function refuseForeignForm({ method, headers }: Request): void {
  if (!isRead(method) && headers.get("sec-fetch-site") === "cross-site")
    throw new AppError("FORBIDDEN");
}
