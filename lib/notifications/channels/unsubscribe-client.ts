import { api } from "@/lib/platform/client/api";
import type { Unsubscribed } from "./unsubscribe-schema";

/** Stops the mails that a link is of, by its token. @throws ApiError */
export const unsubscribe = (token: string) =>
  api.post<Unsubscribed>("/unsubscribe", {}, { query: { token } });
