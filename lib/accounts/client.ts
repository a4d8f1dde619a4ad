import { useQuery } from "@tanstack/react-query";
import { leavePractice } from "@/lib/platform/client/account";
import {
  ApiError,
  api,
  authHeaders,
  networkMessage,
  REDIRECT_KEY,
  readResponse,
  storedToken,
  TOKEN_KEY,
  USER_KEY,
} from "@/lib/platform/client/api";
import { clearDrafts } from "@/lib/platform/client/drafts";
import { readStored, removeStored, writeStored } from "@/lib/platform/client/safe-storage";
import type { Preferences } from "./preferences-schema";
import { safePath } from "./rules";
import type { BalanceDto, LoginInput, RegisterInput, UserDto } from "./schema";

const SIGN_OUT_TIMEOUT_MS = 30_000;

type SessionResponse = { message?: string; user: UserDto; token: string };

/** Query keys of the logged-in person's own data. */
export const accountKeys = {
  all: ["account"] as const,
  profile: () => [...accountKeys.all, "profile"] as const,
  balance: () => [...accountKeys.all, "balance"] as const,
};

/** Logs in; storeSession() then keeps the answer in this browser. */
export const login = (input: LoginInput) => api.post<SessionResponse>("/auth/login", input);

/** Opens an account and logs in with it. */
export const registerAccount = (input: RegisterInput) =>
  api.post<SessionResponse>("/auth/register", input);

/** Asks for a mail with a link to a new password; the answer does not tell whether there is an account. */
export const forgotPassword = (email: string) =>
  api.post<{ message?: string }>("/auth/forgot-password", { email });

/** Sets the password by the token of such a link. */
export const resetPassword = (token: string, newPassword: string) =>
  api.post<{ message?: string }>("/auth/reset-password", { token, newPassword });

/** Confirms an email address by the token of the link that was sent to it. */
export const verifyEmail = (token: string) =>
  api.post<{ message?: string; email: string }>("/auth/verify-email", { token });

/** Whether an invitation code is somebody's, and whose. */
export const validateReferral = (referralCode: string) =>
  api.post<{ valid: boolean; referrer?: string }>("/user/validate-referral", { referralCode });

/** The logged-in user as the server knows them now. */
export const fetchProfile = () => api.get<{ user: UserDto }>("/auth/profile");

/** Changes some of the display preferences. @returns all of them */
export const savePreferences = (changes: Partial<Preferences>) =>
  api.put<{ preferences: Preferences }>("/user/preferences", changes);

/** The logged-in user's balances as decimal strings. */
export const fetchBalance = () => api.get<BalanceDto>("/auth/balance");

/**
 * Keeps the session where the specification wants it: local storage, beside the page cookie. What others
 * typed in this tab is forgotten.
 */
export function storeSession({ user, token }: SessionResponse): void {
  // The user first: other tabs must never take this token for one of whoever was here before.
  writeStored("localStorage", USER_KEY, JSON.stringify(user));
  writeStored("localStorage", TOKEN_KEY, token);
  clearDrafts(user.id);
}

/** Forgets the session in this browser. */
export function clearSession(): void {
  removeStored("localStorage", TOKEN_KEY);
  removeStored("localStorage", USER_KEY);
}

/**
 * Ends a session on the server; one that has ended already is fine.
 * @param headers what authorises it
 * @throws ApiError when the session may still be alive
 */
export async function endSession(headers: Record<string, string>): Promise<void> {
  const signal = AbortSignal.timeout(SIGN_OUT_TIMEOUT_MS);
  const request = fetch("/api/auth/logout", { method: "POST", headers, signal });
  const response = await request.catch(() => {
    throw new ApiError(0, "NETWORK", networkMessage());
  });
  if (response.status !== 401) await readResponse(response, headers);
}

/** The logged-in user as stored at login, or null. */
export function storedUser(): UserDto | null {
  try {
    const stored = storedToken() ? readStored("localStorage", USER_KEY) : null;
    return JSON.parse(stored ?? "null") as UserDto | null;
  } catch {
    return null;
  }
}

/** Logs out on the server, and then here. @throws ApiError when the server did not: nothing has changed here either */
export async function signOut(): Promise<void> {
  const token = storedToken();
  await endSession(authHeaders());
  if (storedToken() === token) clearSession();
  clearDrafts();
  leavePractice();
}

/** Remembers where to go after logging in. */
export function saveRedirect(path: string): void {
  if (safePath(path)) writeStored("sessionStorage", REDIRECT_KEY, path);
}

/** Where to go after logging in, or null; forgets it. */
export function takeRedirect(): string | null {
  const path = safePath(readStored("sessionStorage", REDIRECT_KEY));
  removeStored("sessionStorage", REDIRECT_KEY);
  return path;
}

/** The logged-in user's balances; refreshed live by `balance` events. */
export function useBalance() {
  return useQuery({ queryKey: accountKeys.balance(), queryFn: fetchBalance });
}
