import type { RegisterForm } from "@/lib/accounts/schema";

const KEY = "registerDraft";
/** What may be kept while somebody reads the terms: everything but secrets and the consent. */
const KEPT = ["username", "email", "country", "phoneNumber", "gender", "referralCode"] as const;
export type RegisterDraft = Partial<Pick<RegisterForm, (typeof KEPT)[number]>>;

/** Keeps what was typed so far for this browser tab. */
export function saveRegisterDraft(values: RegisterDraft): void {
  const kept = Object.fromEntries(KEPT.map((field) => [field, values[field] ?? ""]));
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // A full or forbidden storage only loses the comfort.
  }
}

/** What was typed before; empty when nothing was. */
export function readRegisterDraft(): RegisterDraft {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "{}") as RegisterDraft;
  } catch {
    return {};
  }
}

/** Forgets the draft once the account exists. */
export function clearRegisterDraft(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept either.
  }
}
