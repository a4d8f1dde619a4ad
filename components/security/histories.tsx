"use client";

import { Ban, Check, type LucideIcon, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { OwnProofButton } from "@/components/transparency/own-proof-button";
import { Pill, type PillTone } from "@/components/ui/display/pill";
import { useDateTime } from "@/components/ui/time/use-date-time";
import type { OwnAuditEntry } from "@/lib/audit/own-schema";
import { UNKNOWN } from "@/lib/platform/ui/format";
import { useSignIns, useSupportActions } from "@/lib/security/client";
import type { SignInDto } from "@/lib/security/schema";
import { HistorySection } from "./history-section";
import { changesOf } from "./support-change";

const LOOKS: Record<SignInDto["outcome"], { tone: PillTone; icon: LucideIcon }> = {
  success: { tone: "up", icon: Check },
  "wrong-password": { tone: "warn", icon: TriangleAlert },
  "wrong-totp": { tone: "warn", icon: TriangleAlert },
  inactive: { tone: "neutral", icon: Ban },
  frozen: { tone: "neutral", icon: Ban },
  unapproved: { tone: "warn", icon: TriangleAlert },
  approved: { tone: "up", icon: Check },
};

/** Every login and every refused attempt. */
export function SignInHistory() {
  const formatDateTime = useDateTime();
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

/** What support did with the account, in words: the log's own names and ids are for staff. */
export function SupportActions() {
  const formatDateTime = useDateTime();
  const t = useTranslations("security.support");
  const list = useSupportActions();
  const title = ({ action: name, by }: OwnAuditEntry) => {
    const key = name.replaceAll(".", "_");
    const action = t.has(`actions.${key}`) ? t(`actions.${key}`) : t("otherAction");
    if (by === "owner") return t("byOwner", { action });
    return by === "system" ? t("bySystem", { action }) : action;
  };
  const change = ({ before, after }: OwnAuditEntry) =>
    changesOf(before, after)
      .map(({ field, from, to }) => {
        const value = from && to ? t("fromTo", { from, to }) : (to ?? from ?? UNKNOWN);
        return t("field", { name: t(`fields.${field}`), value });
      })
      .join(" · ");
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
        actions: (
          <OwnProofButton
            kind="staff"
            id={entry.id}
            what={`${title(entry)}, ${formatDateTime(entry.createdAt, { zone: true })}`}
          />
        ),
      })}
      empty={t("empty")}
      failed={t("failed")}
    />
  );
}
