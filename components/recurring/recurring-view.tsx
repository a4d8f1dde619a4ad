"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { InlineError } from "@/components/ui/display/inline-error";
import { Pill } from "@/components/ui/display/pill";
import { QueryState } from "@/components/ui/display/query-state";
import { EmptyState } from "@/components/ui/display/states";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { showToast } from "@/components/ui/overlays/toast";
import { messageOf } from "@/lib/platform/client/api";
import { formatUtc } from "@/lib/platform/ui/date-time";
import { formatAmount, formatPrice } from "@/lib/platform/ui/format";
import { useChangeRecurring, useRecurring } from "@/lib/recurring/own-client";
import type { RecurringDto } from "@/lib/recurring/schema";
import { NewRecurring } from "./new-recurring";
import { useRecurringText } from "./recurring-text";

/** Recurring buys: a form for another one, and beside or below it those that there are. */
export function RecurringView() {
  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-2 lg:items-start">
      <NewRecurring />
      <OwnRecurring />
    </div>
  );
}

function OwnRecurring() {
  const t = useTranslations("recurring");
  const list = useRecurring();
  const recurring = list.data?.recurring;
  return (
    <section aria-labelledby="own-recurring" className="space-y-2">
      <SectionTitle id="own-recurring">{t("own")}</SectionTitle>
      {recurring?.length === 0 ? (
        <Card padding="none">
          <EmptyState text={t("none")} />
        </Card>
      ) : null}
      <ul className="space-y-3">
        {recurring?.map((one) => (
          <li key={one.id}>
            <RecurringCard recurring={one} />
          </li>
        ))}
      </ul>
      <QueryState query={list} label={t("own")} text={t("failed")} />
    </section>
  );
}

function RecurringCard({ recurring }: { recurring: RecurringDto }) {
  const t = useTranslations("recurring");
  const { scheduleOf } = useRecurringText();
  const change = useChangeRecurring();
  const [isEnding, setEnding] = useState(false);
  const { id, amount, target, maxPrice, status, pauseReason, nextAt, lastRun } = recurring;
  const isPaused = status === "paused";
  const name = t("name", { amount: formatAmount(amount, "USDT"), schedule: scheduleOf(recurring) });
  const act = (what: "pause" | "resume" | "delete") =>
    change.mutate(
      { id, change: what },
      { onSuccess: () => showToast.success(t(`done.${what}`)), onSettled: () => setEnding(false) },
    );
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="font-semibold">{name}</p>
        <Pill tone={isPaused ? "warn" : "info"}>{t(`status.${status}`)}</Pill>
      </div>
      <p className="mt-1 text-text-2">
        {t(`targets.${target}`)}
        {maxPrice === null
          ? null
          : ` · ${t("upTo", { price: formatPrice(maxPrice, { exact: true }) })}`}
      </p>
      <p className="text-caption text-text-2">
        {isPaused
          ? t(`paused.${pauseReason ?? "USER"}`)
          : t("next", { time: formatUtc(nextAt, { zone: true }) })}
      </p>
      {lastRun ? (
        <p className="text-caption text-text-2">
          {t(lastRun.reason === null ? "lastDone" : "lastSkipped", {
            time: formatUtc(lastRun.dueAt, { zone: true }),
          })}
        </p>
      ) : null}
      <div className="mt-3 flex flex-wrap gap-3">
        <Button
          variant="outline"
          pending={change.isPending}
          aria-label={t(isPaused ? "resumeOf" : "pauseOf", { name })}
          onClick={() => act(isPaused ? "resume" : "pause")}
        >
          {t(isPaused ? "resume" : "pause")}
        </Button>
        <Button variant="outline" aria-label={t("endOf", { name })} onClick={() => setEnding(true)}>
          {t("end")}
        </Button>
      </div>
      <InlineError>{change.error ? messageOf(change.error) : null}</InlineError>
      <ConfirmDialog
        open={isEnding}
        onOpenChange={setEnding}
        title={t("endTitle")}
        description={t("endText", { name })}
        confirmLabel={t("confirmEnd")}
        onConfirm={() => act("delete")}
        pending={change.isPending}
      />
    </Card>
  );
}
