import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { accountKeys } from "@/lib/accounts/client";
import type { SessionList } from "@/lib/accounts/schema";
import type { OwnAuditList } from "@/lib/audit/own-schema";
import { api } from "@/lib/platform/client/api";
import type { Security, SignInList, TwoFactorProof, TwoFactorSetup } from "./schema";

/** Query keys of what protects an account; part of the account's keys, which live events refresh. */
export const securityKeys = {
  state: () => [...accountKeys.all, "security"] as const,
  sessions: () => [...accountKeys.all, "sessions"] as const,
  signIns: () => [...accountKeys.all, "sign-ins"] as const,
  audit: () => [...accountKeys.all, "audit"] as const,
};

/** How many of the logged-in devices are shown: the most that one request answers. */
export const SHOWN_SESSIONS = 100;

/** How much of the two histories is fetched at a time. */
export const HISTORY_PAGE = 5;

/** What protects the account, and what is under way. */
export function useSecurity() {
  return useQuery({
    queryKey: securityKeys.state(),
    queryFn: async ({ signal }) =>
      (await api.get<{ security: Security }>("/user/security", { signal })).security,
  });
}

/** The logged-in devices. */
export function useSessions() {
  return useQuery({
    queryKey: securityKeys.sessions(),
    queryFn: async ({ signal }) =>
      (await api.get<SessionList>("/user/sessions", { query: { limit: SHOWN_SESSIONS }, signal }))
        .sessions,
  });
}

/** Pages of logins, newest first. */
export function useSignIns() {
  return useInfiniteQuery({
    queryKey: securityKeys.signIns(),
    queryFn: ({ pageParam, signal }) =>
      api.get<SignInList>("/user/sign-ins", {
        query: { cursor: pageParam, limit: HISTORY_PAGE },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });
}

/** Pages of what support did with the account, newest first. */
export function useSupportActions() {
  return useInfiniteQuery({
    queryKey: securityKeys.audit(),
    queryFn: ({ pageParam, signal }) =>
      api.get<OwnAuditList>("/user/audit", {
        query: { cursor: pageParam, limit: HISTORY_PAGE },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });
}

/** Ends one session, or with null every other one. */
export function useRevokeSessions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string | null) =>
      api.delete(id === null ? "/user/sessions" : `/user/sessions/${id}`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: securityKeys.sessions() }),
  });
}

/** Asks for the link that confirms the address. */
export function useResendVerification() {
  return useMutation({
    mutationFn: () => api.post<{ message?: string }>("/user/verify-email"),
  });
}

/** Starts two-factor: the secret for an authenticator app. */
export function useStartTwoFactor() {
  return useMutation({ mutationFn: () => api.post<TwoFactorSetup>("/user/two-factor/setup") });
}

type Codes = { recoveryCodes: string[] };

/** Calls of the security page's dialogs; each throws ApiError. */
export const securityCalls = {
  changePassword: (body: { currentPassword: string; newPassword: string }) =>
    api.put<{ message?: string }>("/user/change-password", body),
  changeWithdrawPassword: (body: {
    currentWithdrawPassword: string;
    newWithdrawPassword: string;
  }) => api.put<{ message?: string }>("/user/change-withdraw-password", body),
  changeEmail: (body: { newEmail: string; password: string; totp?: string }) =>
    api.put<{ message?: string }>("/user/change-email", body),
  setPhrase: (body: { phrase: string; password?: string; totp?: string }) =>
    api.put<{ message?: string }>("/user/phrase", body),
  confirmTwoFactor: (proof: TwoFactorProof) => api.post<Codes>("/user/two-factor/confirm", proof),
  disableTwoFactor: (proof: TwoFactorProof) =>
    api.post<{ message?: string }>("/user/two-factor/disable", proof),
  renewRecoveryCodes: (proof: TwoFactorProof) =>
    api.post<Codes>("/user/two-factor/recovery-codes", proof),
};

/** Fetches the account's state again after a change. */
export function useRefreshSecurity(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: accountKeys.all });
}
