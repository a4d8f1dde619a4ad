"use client";

import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import {
  carryToast,
  prepareToasts,
  showCarriedToast,
  showToast,
} from "@/components/ui/overlays/toast";
import { clearSession, saveRedirect } from "@/lib/accounts/client";
import type { PageAccount } from "@/lib/platform/client/account-rules";
import { setSessionExpiredListener } from "@/lib/platform/client/api";
import { setRepetitionListener } from "@/lib/platform/client/busy";
import { leaveFor } from "@/lib/platform/client/leave";
import { createQueryClient } from "@/lib/platform/client/query";
import { useAccount } from "@/lib/platform/client/use-account";
import { whenIdle } from "@/lib/platform/ui/when-idle";

const SIGN_IN_PAGES = ["/login", "/admin/login"];

const ofBrowser: Partial<Record<PageAccount, QueryClient>> = {};

/** One cache for the whole visit and each account: it outlives a move between two parts of the site. */
function queryCache(account: PageAccount): QueryClient {
  if (typeof window === "undefined") return createQueryClient();
  ofBrowser[account] ??= createQueryClient();
  return ofBrowser[account];
}

/** Query cache, toasts and the one reaction to an expired session, for every page that has data. */
export function Providers({ children }: { children: ReactNode }) {
  const account = useAccount();
  // With the account all below it begins anew: nothing that was made for the other one stays on the page.
  return (
    <OfAccount key={account} account={account}>
      {children}
    </OfAccount>
  );
}

function OfAccount({ account, children }: { account: PageAccount; children: ReactNode }) {
  const [queryClient] = useState(() => queryCache(account));
  useEffect(() => {
    // Until then styles hide what the server wrote for the real account.
    if (account === "practice") document.documentElement.dataset.accountShown = "";
  }, [account]);
  useEffect(() => whenIdle(prepareToasts), []);
  useEffect(showCarriedToast, []);
  useEffect(() => {
    setSessionExpiredListener((message) => endPage(message, queryClient));
    return () => setSessionExpiredListener(() => undefined);
  }, [queryClient]);
  useEffect(() => {
    setRepetitionListener((message) => showToast.info(message));
    return () => setRepetitionListener(() => undefined);
  }, []);
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}

/** Forgets the session, says that it is over and goes to log in, unless already there. */
function endPage(message: string, queryClient: QueryClient): void {
  // Before anything is said: while an alert waits, somebody may log in in another tab.
  clearSession();
  queryClient.clear();
  showToast.urgent(message);
  const { pathname, search } = window.location;
  if (SIGN_IN_PAGES.includes(pathname)) return;
  carryToast();
  // The router would keep the person's pages in its memory, for the next one's Back button.
  const to = pathname.startsWith("/admin") ? "/admin/login?ended=1" : "/login?ended=1";
  if (leaveFor(to)) saveRedirect(pathname + search);
}
