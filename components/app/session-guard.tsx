"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { saveRedirect } from "@/lib/accounts/client";
import { storedToken } from "@/lib/platform/client/api";

/**
 * Sends a browser that has the page cookie but no token any more to sign in: its pages would open,
 * and every request of them would be refused.
 */
export function SessionGuard({ signInHref }: { signInHref: string }) {
  const router = useRouter();
  useEffect(() => {
    if (storedToken()) return;
    saveRedirect(window.location.pathname + window.location.search);
    router.replace(signInHref);
  }, [router, signInHref]);
  return null;
}
