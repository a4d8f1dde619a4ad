import { api } from "@/lib/platform/client/api";
import type { Frozen } from "./freeze-schema";

/** Freezes the account that a mail was about, by the token of its link. */
export const freezeAccount = (token: string) => api.post<Frozen>("/auth/freeze", { token });

/** Asks for a mail with a link that opens a frozen account; the answer does not tell whether there is one. */
export const askUnfreezeLink = (email: string) =>
  api.post<{ message?: string }>("/auth/unfreeze-link", { email });

/** Opens a frozen account by the token of such a link and, with two-factor, a code. */
export const unfreezeAccount = (input: { token: string; totp?: string }) =>
  api.post<{ message?: string }>("/auth/unfreeze", input);

/** Freezes one's own account; the session ends with it. */
export const freezeOwnAccount = () => api.post<Frozen & { message?: string }>("/user/freeze");
