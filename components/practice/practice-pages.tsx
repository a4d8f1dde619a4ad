"use client";

import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import { lazyPart } from "@/components/ui/overlays/lazy-part";
import { isInPractice } from "@/lib/platform/client/account-rules";
import { useAccount } from "@/lib/platform/client/use-account";
import { markUnits } from "@/lib/platform/ui/format";

const NotInPractice = lazyPart(() =>
  import("./not-in-practice").then((module) => module.NotInPractice),
);

/** On the practice side, marks amounts, and shows no page that is about real money. */
export function PracticePages({ children }: { children: ReactNode }) {
  return useAccount() === "practice" ? <Marked>{children}</Marked> : children;
}

function Marked({ children }: { children: ReactNode }) {
  const word = useTranslations("practice")("word");
  // Before what is inside writes its first amount.
  useState(() => markUnits(word));
  useEffect(() => {
    markUnits(word);
    return () => markUnits("");
  }, [word]);
  return isInPractice(usePathname()) ? children : <NotInPractice />;
}
