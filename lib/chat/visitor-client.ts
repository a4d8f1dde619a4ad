import { api } from "@/lib/platform/client/api";
import type { VisitorMessage } from "./visitor-schema";

/** Writes to support without an account; the answer comes by mail. */
export function writeToSupport(input: VisitorMessage, key: string): Promise<{ reference: string }> {
  return api.post("/support", input, { idempotencyKey: key });
}
