"use client";

import { Check, Minus, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Card } from "@/components/ui/display/card";
import { TextLink } from "@/components/ui/text-link";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { formatAmount } from "@/lib/platform/ui/format";
import type { BalanceCheck } from "@/lib/transparency/liabilities/own-balance-rules";
import { useBalanceCheck } from "./use-balance-check";

export interface OwnBalanceProps {
  userId: string;
}

const MARKS = {
  good: [Check, "text-up"],
  bad: [TriangleAlert, "text-down"],
  open: [Minus, "text-text-2"],
} as const;

/** Whether the newest published liabilities have what one is owed, as this browser found, or why it can't say. */
export function OwnBalanceResult({ userId }: OwnBalanceProps) {
  const t = useTranslations("ownBalance");
  const { look, check } = useBalanceCheck(userId, 0);
  const isOpen = look === "checking" || look === "none" || look === "failed";
  return (
    <Card aria-labelledby="own-balance">
      <h2 id="own-balance" className="font-semibold">
        {t("title")}
      </h2>
      <div role="status" className="mt-2 space-y-2">
        {isOpen ? <Line mark="open">{t(look)}</Line> : null}
        {check && look !== "none" ? <Found check={check} /> : null}
      </div>
      <TextLink look="action" href="/transparency" className="mt-1 text-caption">
        {t("how")}
      </TextLink>
    </Card>
  );
}

function Line({ mark, children }: { mark: keyof typeof MARKS; children: ReactNode }) {
  const [Icon, tone] = MARKS[mark];
  return (
    <p className={`flex gap-2 ${tone}`}>
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <span className="min-w-0">{children}</span>
    </p>
  );
}

function Found({ check: { at, checkedAt, problem, found } }: { check: BalanceCheck }) {
  const t = useTranslations("ownBalance");
  const writeTime = useDateTime();
  const amount = (coin: "USDT" | "XAUT") => formatAmount(found?.[coin], coin, { exact: true });
  return (
    <>
      <Line mark={problem ? "bad" : "good"}>
        {problem
          ? t(`alarm.problems.${problem}`)
          : t("found", { usdt: amount("USDT"), xaut: amount("XAUT") })}
      </Line>
      <p className="text-caption text-text-2">
        {t("asOf", { at: writeTime(at, { zone: true }), time: writeTime(checkedAt) })}{" "}
        {problem ? null : t("compare")}
      </p>
    </>
  );
}
