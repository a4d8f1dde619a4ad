import { useQuery } from "@tanstack/react-query";
import { api, REDIRECT_KEY, storedToken, TOKEN_KEY, USER_KEY } from "@/lib/platform/client/api";
import { clearDrafts } from "@/lib/platform/client/drafts";
import { safePath } from "./rules";
import type { BalanceDto, LoginInput, RegisterInput, UserDto } from "./schema";
import type { Preferences } from "./security-schema";

type SessionAnswer = { message?: string; user: UserDto; token: string };

/** Query keys of the signed-in person's own data. */
export const accountKeys = {
  all: ["account"] as const,
  profile: () => [...accountKeys.all, "profile"] as const,
  balance: () => [...accountKeys.all, "balance"] as const,
};

export const login = (input: LoginInput) => api.post<SessionAnswer>("/auth/login", input);
export const registerAccount = (input: RegisterInput) =>
  api.post<SessionAnswer>("/auth/register", input);
export const forgotPassword = (email: string) =>
  api.post<{ message?: string }>("/auth/forgot-password", { email });
export const resetPassword = (token: string, newPassword: string) =>
  api.post<{ message?: string }>("/auth/reset-password", { token, newPassword });
export const verifyEmail = (token: string) =>
  api.post<{ message?: string; email: string }>("/auth/verify-email", { token });
export const validateReferral = (referralCode: string) =>
  api.post<{ valid: boolean; referrer?: string }>("/user/validate-referral", { referralCode });
export const fetchProfile = () => api.get<{ user: UserDto }>("/auth/profile");
export const savePreferences = (changes: Partial<Preferences>) =>
  api.put<{ preferences: Preferences }>("/user/preferences", changes);
export const fetchBalance = () => api.get<BalanceDto>("/auth/balance");

/** Keeps the session where the specification wants it: local storage, beside the page cookie. */
export function storeSession({ user, token }: SessionAnswer): void {
  localStorage.setItem(TOKEN_KEY, token);
  localStorage.setItem(USER_KEY, JSON.stringify(user));
}

/** Forgets the session in this browser. */
export function clearSession(): void {
  localStorage.removeItem(TOKEN_KEY);
  localStorage.removeItem(USER_KEY);
}

/** Ends a session that was opened just now and is not kept in this browser. */
export async function endSession(token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  await fetch("/api/auth/logout", { method: "POST", headers }).catch(() => undefined);
}

/** The signed-in user as stored at sign-in, or null. */
export function storedUser(): UserDto | null {
  try {
    return storedToken() ? (JSON.parse(localStorage.getItem(USER_KEY) ?? "null") as UserDto) : null;
  } catch {
    return null;
  }
}

/** Signs out here and on the server, whatever the server says. */
export async function signOut(): Promise<void> {
  await api.post("/auth/logout").catch(() => undefined);
  clearSession();
  clearDrafts();
}

/** Remembers where to go after signing in. */
export function saveRedirect(path: string): void {
  if (safePath(path)) sessionStorage.setItem(REDIRECT_KEY, path);
}

/** Where to go after signing in, or null; forgets it. */
export function takeRedirect(): string | null {
  const path = safePath(sessionStorage.getItem(REDIRECT_KEY));
  sessionStorage.removeItem(REDIRECT_KEY);
  return path;
}

/** The signed-in user's balances; refreshed live by `balance` events. */
export function useBalance() {
  return useQuery({ queryKey: accountKeys.balance(), queryFn: fetchBalance });
}
