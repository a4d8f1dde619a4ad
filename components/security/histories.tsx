"use client";

import { Ban, Check, type LucideIcon, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { Pill, type PillTone } from "@/components/ui/pill";
import { useSignIns, useSupportActions } from "@/lib/accounts/security-client";
import type { SignInDto } from "@/lib/accounts/security-schema";
import type { OwnAuditEntry } from "@/lib/audit/own-schema";
import { formatDateTime, UNKNOWN } from "@/lib/platform/ui/format";
import { HistorySection } from "./history-section";

const LOOKS: Record<SignInDto["outcome"], { tone: PillTone; icon: LucideIcon }> = {
  success: { tone: "up", icon: Check },
  "wrong-password": { tone: "warn", icon: TriangleAlert },
  "wrong-totp": { tone: "warn", icon: TriangleAlert },
  inactive: { tone: "neutral", icon: Ban },
};

/** Every sign-in and every refused attempt. */
export function SignInHistory() {
  const t = useTranslations("security.signIns");
  const list = useSignIns();
  return (
    <HistorySection
      id="sign-ins"
      title={t("title")}
      text={t("text")}
      list={list}
      rows={list.data?.pages.flatMap((page) => page.signIns)}
      rowKey={({ id }) => id}
      card={({ device, ip, outcome, createdAt }) => ({
        title: device,
        meta: `${formatDateTime(createdAt, { zone: true })} · ${ip ?? UNKNOWN}`,
        amount: (
          <Pill tone={LOOKS[outcome].tone} icon={LOOKS[outcome].icon}>
            {t(`outcomes.${outcome}`)}
          </Pill>
        ),
      })}
      empty={t("empty")}
      failed={t("failed")}
    />
  );
}

/** "isActive: true" for the members of a change that have plain values. */
function changeText(value: unknown): string {
  if (typeof value !== "object" || value === null) return "";
  return Object.entries(value)
    .flatMap(([name, each]) =>
      each === null || typeof each === "object" ? [] : [`${name}: ${String(each)}`],
    )
    .join(", ");
}

/** What support did with the account, in the words of the audit log. */
export function SupportActions() {
  const t = useTranslations("security.support");
  const list = useSupportActions();
  const title = ({ action, by }: OwnAuditEntry) => {
    const key = action.replaceAll(".", "_");
    const deed = t.has(`actions.${key}`) ? t(`actions.${key}`) : action;
    return by === "system" ? t("bySystem", { deed }) : deed;
  };
  const change = ({ before, after }: OwnAuditEntry) => {
    const [from, to] = [changeText(before), changeText(after)];
    return from && to ? `${from} → ${to}` : to || from;
  };
  return (
    <HistorySection
      id="support-actions"
      title={t("title")}
      text={t("text")}
      list={list}
      rows={list.data?.pages.flatMap((page) => page.entries)}
      rowKey={({ id }) => id}
      card={(entry) => ({
        title: (
          <>
            {title(entry)}
            {entry.reason ? (
              <span className="block font-normal text-text-2">
                {t("reason", { reason: entry.reason })}
              </span>
            ) : null}
            <span className="block font-normal text-caption text-text-2">{change(entry)}</span>
          </>
        ),
        meta: formatDateTime(entry.createdAt, { zone: true }),
      })}
      empty={t("empty")}
      failed={t("failed")}
    />
  );
}
