"use client";

import { useTranslations } from "next-intl";
import { namesIn, useLimitText } from "@/components/protection/limit-text";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { QueryError } from "@/components/ui/display/query-state";
import { useDateTime } from "@/components/ui/time/use-date-time";
import type { OwnLimits, OwnLimitsState } from "@/lib/protection/schema";
import { useUserPart } from "@/lib/staff/user-client";

/** What a user has set for themselves. Staff read it and can change nothing. */
export function OwnLimitsCard({ userId }: { userId: string }) {
  const t = useTranslations("limits.staff");
  const formatDateTime = useDateTime();
  const answer = useUserPart<OwnLimitsState>(userId, "own-limits");
  const at = (moment: string) => formatDateTime(moment, { zone: true });
  const { data } = answer;
  return (
    <Card aria-label={t("title")}>
      <SectionTitle>{t("title")}</SectionTitle>
      <p className="mt-1 mb-3 text-text-2">{t("text")}</p>
      {answer.isError ? <QueryError query={answer} /> : null}
      {data?.exclusion ? (
        <p className="mb-2">
          {t(`kinds.${data.exclusion.kind}`, { until: at(data.exclusion.until) })}
        </p>
      ) : null}
      {data ? <Lines limits={data.limits} empty={t("none")} /> : null}
      {data?.pending ? (
        <>
          <p className="mt-3">{t("pending", { at: at(data.pending.at) })}</p>
          <Lines limits={data.pending} />
        </>
      ) : null}
    </Card>
  );
}

function Lines({ limits, empty }: { limits: Partial<OwnLimits>; empty?: string }) {
  const say = useLimitText();
  const names = namesIn(limits).filter((name) => empty === undefined || limits[name] !== null);
  if (names.length === 0) return <p>{empty}</p>;
  return (
    <ul className="list-disc pl-5">
      {names.map((name) => (
        <li key={name}>{say(name, limits[name])}</li>
      ))}
    </ul>
  );
}
