"use client";

import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { usePathname, useRouter } from "next/navigation";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { canToast, notify, prepareToasts } from "@/components/ui/toast";
import { clearSession, saveRedirect } from "@/lib/accounts/client";
import { setSessionExpiredListener } from "@/lib/platform/client/api";
import { createQueryClient } from "@/lib/platform/client/query";
import { whenIdle } from "@/lib/platform/ui/when-idle";

const SIGN_IN_PAGES = ["/login", "/admin/login", "/register"];

let ofBrowser: QueryClient | undefined;

/** One cache for the whole visit: it outlives a move between two parts of the site. */
function queryCache(): QueryClient {
  if (typeof window === "undefined") return createQueryClient();
  ofBrowser ??= createQueryClient();
  return ofBrowser;
}

/** Query cache, toasts and the one reaction to an expired session, for every page that has data. */
export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(queryCache);
  useEffect(() => whenIdle(prepareToasts), []);
  return (
    <QueryClientProvider client={queryClient}>
      <SessionExpiry onExpired={() => queryClient.clear()} />
      {children}
    </QueryClientProvider>
  );
}

/** Says that the session is over, forgets it and goes to sign in, unless already there. */
function SessionExpiry({ onExpired }: { onExpired: () => void }) {
  const router = useRouter();
  const pathname = usePathname();
  const latest = useRef({ pathname, onExpired });
  useEffect(() => {
    latest.current = { pathname, onExpired };
  });
  useEffect(() => {
    setSessionExpiredListener((message) => {
      if (canToast()) notify.error(message);
      else window.alert(message);
      clearSession();
      latest.current.onExpired();
      const { pathname: here } = latest.current;
      if (SIGN_IN_PAGES.includes(here)) return;
      saveRedirect(here + window.location.search);
      router.replace(here.startsWith("/admin") ? "/admin/login?ended=1" : "/login?ended=1");
    });
    return () => setSessionExpiredListener(() => undefined);
  }, [router]);
  return null;
}
