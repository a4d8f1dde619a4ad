import type * as z from "zod/v4/core";
import { AppError } from "@/lib/platform/errors";
import { text } from "@/lib/platform/text";
import type { FileRule, Upload } from "./declaration";
import { uploads } from "./memory-quota";
import { NO_FIELDS, readBody, storable, validate } from "./request";

/** Room for the text fields and part headers beside the files. */
const OVERHEAD_BYTES = 256 * 1024;
// More than any form of ours has. Node's parser stops the process while it runs: for 8 s where ten megabytes are
// nothing but parts, for 2 s where they are the headers of one.
const MAX_PARTS = 32;
const MAX_HEADER_BYTES = 4 * 1024;
const BOUNDARY = /;\s*boundary=("?)([\w'()+,./:=?-]{1,70})\1\s*(?:;|$)/i;

type MultipartInput = { body: unknown; files: Record<string, Upload | undefined> };

/**
 * Reads a multipart request: text fields go through `schema`, each declared file is taken as bytes. They are held in
 * `uploads` until the caller of this function lets them go.
 * @param caller whose share of that room they take up
 * @throws AppError UNSUPPORTED_MEDIA_TYPE for another content type, PAYLOAD_TOO_LARGE, VALIDATION, RATE_LIMITED where
 *   there is no room
 */
export async function readMultipart(
  rules: Record<string, FileRule>,
  schema: z.$ZodType | undefined,
  request: Request,
  caller: string,
): Promise<MultipartInput> {
  const contentType = request.headers.get("content-type") ?? "";
  if (!contentType.toLowerCase().startsWith("multipart/form-data")) {
    throw new AppError("UNSUPPORTED_MEDIA_TYPE");
  }
  const entries = Object.entries(rules);
  const maxBytes = entries.reduce((sum, [, rule]) => sum + rule.maxBytes, OVERHEAD_BYTES);
  const bytes = await readForm(request, caller, maxBytes, entries);
  const form = await parseForm(bytes, contentType);

  const fileNames = entries.flatMap(([name, { otherNames = [] }]) => [name, ...otherNames]);
  const text: Record<string, unknown> = {};
  for (const [name, value] of form) {
    if (typeof value === "string") text[name] = storable(name, value);
    // No schema has a file among its fields: it refuses this one by its name.
    else if (!fileNames.includes(name)) text[name] = value;
  }
  // Text where a file should be is no file, and no unknown field.
  for (const name of fileNames) if (!hasField(schema, name)) delete text[name];
  const body = validate(schema ?? NO_FIELDS, text);

  const files: Record<string, Upload | undefined> = {};
  for (const [field, rule] of entries) files[field] = await takeFile(form, field, rule);
  return { body, files };
}

const hasField = (schema: z.$ZodType | undefined, name: string) =>
  name in ((schema as z.$ZodObject | undefined)?._zod.def.shape ?? {});

/** Where no file is required, a request without any may be plain JSON. */
export function isJsonWithoutFiles(rules: Record<string, FileRule>, request: Request): boolean {
  const type = request.headers.get("content-type") ?? "";
  return /^application\/json\b/i.test(type) && !Object.values(rules).some((rule) => rule.required);
}

/** A body that is too large is so because of its file: say it in that field's words. */
async function readForm(
  request: Request,
  caller: string,
  maxBytes: number,
  [first]: [string, FileRule][],
): Promise<Buffer> {
  try {
    return await readBody(request, maxBytes, (bytes) => uploads.hold(request, caller, bytes));
  } catch (error) {
    if (!first || !(error instanceof AppError) || error.code !== "PAYLOAD_TOO_LARGE") throw error;
    const [field, { messages }] = first;
    throw new AppError("PAYLOAD_TOO_LARGE", {
      message: messages.tooLarge,
      errors: { [field]: [messages.tooLarge] },
    });
  }
}

async function parseForm(bytes: Buffer, contentType: string): Promise<FormData> {
  const boundary = BOUNDARY.exec(contentType)?.[2];
  try {
    if (!boundary || !isQuicklyParsed(bytes, boundary)) throw new Error("Not parsed");
    // Written anew, so that the parser can't take another boundary than the one that was looked for.
    const type = `multipart/form-data; boundary="${boundary}"`;
    const response = new Response(bytes as BodyInit, { headers: { "content-type": type } });
    return await response.formData();
  } catch {
    throw new AppError("VALIDATION", { message: text("errors.common.theFormDataCouldNotBe") });
  }
}

/** Whether there are few parts with short headers. What follows the last boundary is no part, as its "--" says. */
function isQuicklyParsed(bytes: Buffer, boundary: string): boolean {
  let found = 0;
  for (let at = bytes.indexOf(boundary); at >= 0; at = bytes.indexOf(boundary, at + 1)) {
    const start = at + boundary.length;
    const header = bytes.subarray(start, start + MAX_HEADER_BYTES);
    const isLast = header.indexOf("--") === 0;
    found += 1;
    if (found > MAX_PARTS || !(isLast || header.includes("\r\n\r\n"))) return false;
  }
  return true;
}

async function takeFile(
  form: FormData,
  field: string,
  rule: FileRule,
): Promise<Upload | undefined> {
  const value = [field, ...(rule.otherNames ?? [])]
    .map((name) => form.get(name))
    .find((found) => found instanceof File && found.size > 0);
  if (!(value instanceof File)) {
    if (!rule.required) return undefined;
    const message = rule.messages.missing;
    throw new AppError("VALIDATION", { message, errors: { [field]: [message] } });
  }
  if (value.size > rule.maxBytes) {
    const message = rule.messages.tooLarge;
    throw new AppError("PAYLOAD_TOO_LARGE", { message, errors: { [field]: [message] } });
  }
  return {
    name: value.name,
    declaredType: value.type,
    bytes: new Uint8Array(await value.arrayBuffer()),
  };
}
