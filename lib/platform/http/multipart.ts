import type * as z from "zod/v4/core";
import { AppError } from "@/lib/platform/errors";
import type { FileRule, Upload } from "./declaration";
import { readBody, storable, validate } from "./request";

/** Room for the text fields and part headers beside the files. */
const OVERHEAD_BYTES = 256 * 1024;

type MultipartInput = { body: unknown; files: Record<string, Upload | undefined> };

/**
 * Reads a multipart request: text fields go through `schema`, each declared file is taken as bytes.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE for another content type, PAYLOAD_TOO_LARGE, VALIDATION
 */
export async function readMultipart(
  rules: Record<string, FileRule>,
  schema: z.$ZodType | undefined,
  request: Request,
): Promise<MultipartInput> {
  const contentType = request.headers.get("content-type") ?? "";
  if (!contentType.toLowerCase().startsWith("multipart/form-data")) {
    throw new AppError("UNSUPPORTED_MEDIA_TYPE");
  }
  const entries = Object.entries(rules);
  const maxBytes = entries.reduce((sum, [, rule]) => sum + rule.maxBytes, OVERHEAD_BYTES);
  const form = await parseForm(await readForm(request, maxBytes, entries), contentType);

  const text: Record<string, string> = {};
  for (const [name, value] of form)
    if (typeof value === "string") text[name] = storable(name, value);
  const body = schema ? validate(schema, text) : undefined;

  const files: Record<string, Upload | undefined> = {};
  for (const [field, rule] of entries) files[field] = await takeFile(form, field, rule);
  return { body, files };
}

/** Where no file is required, a request without any may be plain JSON. */
export function isJsonWithoutFiles(rules: Record<string, FileRule>, request: Request): boolean {
  const type = request.headers.get("content-type") ?? "";
  return /^application\/json\b/i.test(type) && !Object.values(rules).some((rule) => rule.required);
}

/** A body that is too large is so because of its file: say it in that field's words. */
async function readForm(
  request: Request,
  maxBytes: number,
  [first]: [string, FileRule][],
): Promise<Uint8Array> {
  try {
    return await readBody(request, maxBytes);
  } catch (error) {
    if (!first || !(error instanceof AppError) || error.code !== "PAYLOAD_TOO_LARGE") throw error;
    const [field, { messages }] = first;
    throw new AppError("PAYLOAD_TOO_LARGE", {
      message: messages.tooLarge,
      errors: { [field]: [messages.tooLarge] },
    });
  }
}

async function parseForm(bytes: Uint8Array, contentType: string): Promise<FormData> {
  try {
    const response = new Response(bytes as BodyInit, { headers: { "content-type": contentType } });
    return await response.formData();
  } catch {
    throw new AppError("VALIDATION", { message: "The form data could not be read" });
  }
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
