"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { usePathname, useRouter } from "next/navigation";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { READY_ATTRIBUTE } from "@/components/ui/stored-choices-script";
import { notify } from "@/components/ui/toast";
import { clearSession, saveRedirect } from "@/lib/accounts/client";
import { setSessionExpiredListener } from "@/lib/platform/client/api";
import { createQueryClient } from "@/lib/platform/client/query";

const SIGN_IN_PAGES = ["/login", "/admin/login", "/register"];

/** Query cache and the one reaction to an expired session, for every page. */
export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  useEffect(() => {
    document.documentElement.setAttribute(READY_ATTRIBUTE, "");
  }, []);
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
      try {
        notify.error(message);
      } catch {
        window.alert(message);
      }
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
