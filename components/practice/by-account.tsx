"use client";

import type { ComponentProps, ReactNode } from "react";
import { lazyPart } from "@/components/ui/overlays/lazy-part";
import { useAccount } from "@/lib/platform/client/use-account";
import { switchAccount } from "./switch-account";

/** All that the pages of the real account load of practice: what is on the screen only there comes when it is. */

const Pages = lazyPart(() => import("./practice-pages").then((module) => module.PracticePages));
const Actions = lazyPart(() => import("./band-actions").then((module) => module.BandActions));
const Home = lazyPart(() => import("./practice-home").then((module) => module.PracticeHome));

const useIsPractice = () => useAccount() === "practice";

/** Goes to the other account, and says whether this is practice. */
export function AccountButton(props: ComponentProps<"button">) {
  const isPractice = useIsPractice();
  return (
    <button
      type="button"
      aria-pressed={isPractice}
      {...props}
      onClick={() => switchAccount(isPractice ? "real" : "practice")}
    />
  );
}

/** On the practice side, marks amounts, and shows no page that is about real money. */
export function PagesByAccount({ children }: { children: ReactNode }) {
  return useIsPractice() ? <Pages>{children}</Pages> : children;
}

/** Home of the real account, or that of practice. */
export function HomeByAccount({ children }: { children: ReactNode }) {
  return useIsPractice() ? <Home /> : children;
}

/** What can be done from the band. */
export function ActionsByAccount() {
  return useIsPractice() ? <Actions /> : null;
}
