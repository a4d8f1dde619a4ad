"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/display/card";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { ResultCard } from "@/components/ui/display/result-card";
import { Loading, SkeletonRows } from "@/components/ui/display/skeleton";
import { EmptyState, ErrorState } from "@/components/ui/display/states";
import { useBalance } from "@/lib/accounts/client";
import { useRequestKey } from "@/lib/platform/client/request-key";
import { compareDecimal, subtractDecimal } from "@/lib/platform/ui/decimal";
import { formatAmount } from "@/lib/platform/ui/format";
import { useSavingPlan } from "@/lib/savings/client";
import type { SavingDto, SavingRecordDto } from "@/lib/savings/schema";
import { SavingDetails } from "./saving-details";
import { SavingTypePill, useSavingText } from "./saving-text";
import { SubscribeForm } from "./subscribe-form";
import type { Sent } from "./subscription";
import { useNextMidnight } from "./use-next-midnight";

/** A plan, what it returns, and the form that subscribes to it. */
export function SavingPage({ id, serverNow }: { id: string; serverNow: string }) {
  const t = useTranslations("savings");
  const plan = useSavingPlan(id);
  const balance = useBalance();
  const startsAt = useNextMidnight(serverNow);
  const request = useRequestKey("saving");
  const [done, setDone] = useState<Done | null>(null);
  // A form that was shown stays: what takes the last room may be one's own order, whose outcome is not known yet.
  const [wasOpen, setWasOpen] = useState(false);
  const isOpen =
    compareDecimal(plan.data?.subscribable ?? "0", "0") > 0 ||
    request.unconfirmedOrders<Sent>().some(({ savingId }) => savingId === id);
  if (isOpen && !wasOpen) setWasOpen(true);
  if (done) return <Result {...done} />;
  if (!plan.data || !balance.data) {
    if (plan.isError || balance.isError) {
      const retry = () => void Promise.all([plan.refetch(), balance.refetch()]);
      return <ErrorState text={t("planFailed")} retrying={plan.isFetching} onRetry={retry} />;
    }
    return (
      <Loading label={t("title")}>
        <SkeletonRows count={5} />
      </Loading>
    );
  }
  return (
    <>
      <PlanTerms plan={plan.data} />
      {isOpen ? null : (
        <Card padding="none">
          <EmptyState
            text={t("closedText")}
            action={<ButtonLink href="/storage?tab=savings">{t("otherPlans")}</ButtonLink>}
          />
        </Card>
      )}
      {wasOpen ? (
        <SubscribeForm
          plan={plan.data}
          available={balance.data.balances[plan.data.currency].available}
          startsAt={startsAt}
          request={request}
          onDone={(record, earlier) => setDone({ record, earlier })}
        />
      ) : null}
    </>
  );
}

function PlanTerms({ plan }: { plan: SavingDto }) {
  const t = useTranslations("savings");
  const { rate, term, refundRule } = useSavingText();
  const { currency, capacity, subscribed, minAmount, maxAmount, own } = plan;
  return (
    <Card padding="wide" className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p>
          <span className="font-semibold text-page">{rate(plan)}</span>{" "}
          <span className="whitespace-nowrap text-text-2">{t("byContract")}</span>
        </p>
        <SavingTypePill type={plan.type} />
      </div>
      <p className="text-caption text-text-2">{t("yearRule")}</p>
      {plan.description ? <p className="text-text-2">{plan.description}</p> : null}
      <KeyValueRows
        rows={[
          { label: t("term"), value: term(plan) },
          { label: t("minimum"), value: formatAmount(minAmount, currency, { exact: true }) },
          ...(maxAmount === null
            ? []
            : [
                {
                  label: t("maximum"),
                  value: t("maximumValue", {
                    maximum: formatAmount(maxAmount, currency),
                    own: formatAmount(own, currency, { exact: true }),
                  }),
                },
              ]),
          ...(capacity === null
            ? []
            : [
                {
                  label: t("capacityLeft"),
                  value: t("capacityOf", {
                    left: formatAmount(subtractDecimal(capacity, subscribed), currency),
                    all: formatAmount(capacity, currency),
                  }),
                },
              ]),
          { label: t("earnsFrom"), value: t("earnsFromValue") },
        ]}
      />
      <p className="font-medium">{refundRule(plan)}</p>
    </Card>
  );
}

type Done = { record: SavingRecordDto; earlier: string | null };

function Result({ record, earlier }: Done) {
  const t = useTranslations("savings.result");
  return (
    <ResultCard title={t("title")} text={earlier ?? t("text")}>
      <SavingDetails record={record} />
      <ButtonLink href={`/saving-history?status=${record.status}`} wide variant="outline">
        {t("mine")}
      </ButtonLink>
    </ResultCard>
  );
}
