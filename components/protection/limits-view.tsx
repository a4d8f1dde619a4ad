"use client";

import { useTranslations } from "next-intl";
import { Banner } from "@/components/ui/display/banner";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { QueryState } from "@/components/ui/display/query-state";
import { SkeletonRows } from "@/components/ui/display/skeleton";
import { lazyPart } from "@/components/ui/overlays/lazy-part";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { formatAmount } from "@/lib/platform/ui/format";
import { useOwnLimits } from "@/lib/protection/client";
import type { OwnLimitsState } from "@/lib/protection/schema";
import { namesIn, useLimitText } from "./limit-text";

const LimitsForm = lazyPart(
  () => import("./limits-form").then((module) => module.LimitsForm),
  () => <SkeletonRows count={6} className="h-16" />,
);
const BreakSection = lazyPart(() =>
  import("./break-section").then((module) => module.BreakSection),
);

/** A person's own limits and breaks: what counts now, what waits, and what they can set. */
export function LimitsView() {
  const t = useTranslations("limits");
  const state = useOwnLimits();
  const formatDateTime = useDateTime();
  if (!state.data) {
    return <QueryState query={state} label={t("title")} rows={6} text={t("failed")} />;
  }
  const { exclusion } = state.data;
  return (
    <>
      {exclusion ? (
        <Banner tone="info">
          {t("excluded", { until: formatDateTime(exclusion.until, { zone: true }) })}
        </Banner>
      ) : null}
      <p className="text-text-2">{t("intro")}</p>
      <Pending state={state.data} />
      <section aria-labelledby="own-limits">
        <SectionTitle id="own-limits">{t("own")}</SectionTitle>
        <Card>
          <LimitsForm state={state.data} />
        </Card>
      </section>
      <Today today={state.data.today} />
      <BreakSection until={exclusion?.until ?? null} />
    </>
  );
}

/** Looser limits that wait: what counts until then. */
function Pending({ state: { limits, pending } }: { state: OwnLimitsState }) {
  const t = useTranslations("limits");
  const say = useLimitText();
  const formatDateTime = useDateTime();
  if (pending === null) return null;
  const { at, ...waiting } = pending;
  return (
    <Banner tone="info">
      {t("pending", { at: formatDateTime(at, { zone: true }) })}
      <ul className="mt-1 list-disc pl-5">
        {namesIn(waiting).map((name) => (
          <li key={name}>{say(name, limits[name])}</li>
        ))}
      </ul>
    </Banner>
  );
}

function Today({ today }: { today: OwnLimitsState["today"] }) {
  const t = useTranslations("limits");
  const usdt = (amount: string) => formatAmount(amount, "USDT", { exact: true });
  return (
    <section aria-labelledby="used-today">
      <SectionTitle id="used-today">{t("today")}</SectionTitle>
      <Card>
        <KeyValueRows
          rows={[
            {
              label: t("result"),
              value: formatAmount(today.result, "USDT", { sign: true, exact: true }),
            },
            { label: t("atRisk"), value: usdt(today.atRisk) },
            {
              label: t("deposits"),
              value: today.deposits === null ? t("unknown") : usdt(today.deposits),
            },
            { label: t("trades"), value: String(today.trades) },
          ]}
        />
        <p className="mt-3 text-caption text-text-2">{t("todayText")}</p>
      </Card>
    </section>
  );
}
