"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState, useTransition } from "react";
import { fetchProfile, saveRedirect, storeSession, takeRedirect } from "@/lib/accounts/client";
import { type Door, destinationAfterSignIn, type Panels } from "@/lib/accounts/rules";
import type { UserDto } from "@/lib/accounts/schema";
import { hasServedAnother, storedToken } from "@/lib/platform/client/api";
import { useGoOn } from "./use-sign-in";

/** What an address says once: a reload or a bookmark must not say it again. */
const PASSING = ["redirect", "ended", "denied"];

/** What the server knows and the login pages need. */
export type SignInContext = {
  door: Door;
  panels: Panels;
  /** Who the page cookie belongs to, if it is alive. */
  cookieUserId: string | null;
  /** Where the visitor wanted to go, from the address of the page. */
  redirect: string | null;
};

/** "panel-off": logged in, but nothing to see. "cookies-blocked": pages will not let them in. */
export type ResumeState = "form" | "panel-off" | "cookies-blocked";

function cleanAddress(): void {
  const url = new URL(window.location.href);
  for (const name of PASSING) url.searchParams.delete(name);
  if (url.href !== window.location.href) window.history.replaceState(null, "", url);
}

/**
 * On the login pages: remembers the wanted page, cleans the address, and sends people on who are
 * logged in already. Logged in means a live stored token; a browser that lost the page cookie gets
 * it again with the token. People move on only when the server has seen the cookie: with cookies
 * blocked, the guard of the next page would send them back here for ever.
 */
export function useResumeSession(context: SignInContext): ResumeState {
  const router = useRouter();
  const goOn = useGoOn();
  const [user, setUser] = useState<UserDto | null>(null);
  const [refreshed, setRefreshed] = useState(false);
  const [isRefreshing, startRefresh] = useTransition();
  const left = useRef(false);
  const { door, panels, cookieUserId, redirect } = context;

  useEffect(() => {
    if (redirect !== null) saveRedirect(redirect);
    // The router listens to changes of the address only after the first effects have run.
    const timer = setTimeout(cleanAddress, 0);
    return () => clearTimeout(timer);
  }, [redirect]);

  useEffect(() => {
    const token = storedToken();
    if (!token) return;
    let current = true;
    fetchProfile().then(
      (answer) => {
        // A page asks whether the stored user is its own.
        if (storedToken() === token) storeSession({ user: answer.user, token });
        if (current && (door === "user" || answer.user.isAdmin)) setUser(answer.user);
      },
      // A dead token is reported and forgotten by the session listener; the form is there.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [door]);

  const hasCookie = user !== null && user.id === cookieUserId;
  useEffect(() => {
    if (!user || hasCookie || refreshed) return;
    startRefresh(() => {
      setRefreshed(true);
      router.refresh();
    });
  }, [user, hasCookie, refreshed, router]);

  const { user: userPanel, admin: adminPanel } = panels;
  const rights = { isAdmin: user?.isAdmin ?? false, door, panels };
  const panelOff = hasCookie && destinationAfterSignIn({ saved: null, ...rights }) === null;
  useEffect(() => {
    if (!user || !hasCookie || panelOff || left.current) return;
    left.current = true;
    const to = destinationAfterSignIn({
      saved: takeRedirect(),
      isAdmin: user.isAdmin,
      door,
      panels: { user: userPanel, admin: adminPanel },
    });
    if (to && hasServedAnother(user.id)) goOn(to);
    else if (to) router.replace(to);
  }, [user, hasCookie, panelOff, door, userPanel, adminPanel, router, goOn]);

  if (panelOff) return "panel-off";
  return user && !hasCookie && refreshed && !isRefreshing ? "cookies-blocked" : "form";
}
