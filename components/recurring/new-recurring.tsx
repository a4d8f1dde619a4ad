"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type BaseSyntheticEvent, useRef, useState } from "react";
import { AmountField } from "@/components/forms/amount-field";
import { Field } from "@/components/forms/field";
import { focusFirstError } from "@/components/forms/focus-first-error";
import { Select, TextInput } from "@/components/forms/text-input";
import { Button } from "@/components/ui/button";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { showToast } from "@/components/ui/overlays/toast";
import { Segmented } from "@/components/ui/segmented";
import { useDateTime, useShownZone } from "@/components/ui/time/use-date-time";
import { useRequestKey, useSend } from "@/lib/platform/client/request-key";
import { MICRO_DECIMALS } from "@/lib/platform/money";
import { readAmount } from "@/lib/platform/ui/amount-input";
import { UTC } from "@/lib/platform/ui/date-time";
import { compareDecimal } from "@/lib/platform/ui/decimal";
import { formatAmount, formatPrice } from "@/lib/platform/ui/format";
import { recurringKeys } from "@/lib/recurring/client";
import { createRecurring } from "@/lib/recurring/own-client";
import { recurringEvery, recurringTargets } from "@/lib/recurring/rules";
import type { CreateRecurringInput } from "@/lib/recurring/schema";
import { useRecurringText } from "./recurring-text";

type Every = (typeof recurringEvery)[number];
type Target = (typeof recurringTargets)[number];
type Draft = {
  amount: string;
  every: Every;
  weekday: string;
  monthday: string;
  time: string;
  target: Target;
  maxPrice: string;
};

const START: Draft = {
  amount: "",
  every: "week",
  weekday: "1",
  monthday: "1",
  time: "09:00",
  target: "available",
  maxPrice: "",
};
const PRICE_DECIMALS = 8;
const WEEKDAYS = ["1", "2", "3", "4", "5", "6", "7"] as const;
const MONTHDAYS = Array.from({ length: 31 }, (_, index) => String(index + 1));

/** A typed number above 0 as a decimal string, or null. */
function positive(typed: string, decimals: number): string | null {
  const reading = readAmount(typed, decimals);
  return reading.ok && compareDecimal(reading.value, "0") > 0 ? reading.value : null;
}

/** What was typed, read: null where it is wrong; the price is "" where none is wanted. */
const readDraft = ({ amount, maxPrice, time }: Draft) => ({
  amount: positive(amount, MICRO_DECIMALS),
  maxPrice: maxPrice.trim() === "" ? "" : positive(maxPrice, PRICE_DECIMALS),
  time: /^\d\d:\d\d$/.test(time) ? time : null,
});

/** What the draft asks for; null while something in it is wrong. */
function inputOf(draft: Draft): CreateRecurringInput | null {
  const { amount, maxPrice, time } = readDraft(draft);
  if (amount === null || maxPrice === null || time === null) return null;
  const { every, target, weekday, monthday } = draft;
  return {
    amount,
    every,
    ...(every === "day" ? {} : { day: Number(every === "week" ? weekday : monthday) }),
    time,
    target,
    ...(maxPrice === "" ? {} : { maxPrice }),
  };
}

/** Says the zone of the time, and what that time is where the person is. */
function TimeHint({ time }: { time: string | null }) {
  const t = useTranslations("recurring");
  const zone = useShownZone();
  const formatDateTime = useDateTime();
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  const own = formatDateTime(time && `${today}T${time}Z`, { style: "time", zone: true });
  return t("timeHint", { shown: time === null || zone === UTC ? "none" : "own", own });
}

/** The form of a recurring buy, with a review of what will happen. */
export function NewRecurring() {
  const t = useTranslations("recurring");
  const queryClient = useQueryClient();
  const element = useRef<HTMLFormElement>(null);
  const { scheduleOf } = useRecurringText();
  const [draft, setDraft] = useState(START);
  const [isTried, setTried] = useState(false);
  const [reviewed, setReviewed] = useState<CreateRecurringInput | null>(null);
  const request = useRequestKey();
  const put = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const read = readDraft(draft);
  const submit = (event: BaseSyntheticEvent) => {
    event.preventDefault();
    setTried(true);
    const input = inputOf(draft);
    if (input === null) return focusFirstError(element.current);
    setReviewed(input);
  };
  const { send, pending, error, clearError } = useSend(
    request,
    async (input: CreateRecurringInput) => {
      await createRecurring(input, request.keyOf(JSON.stringify(input)));
      setReviewed(null);
      setDraft(START);
      setTried(false);
      showToast.success(t("added"));
      await queryClient.invalidateQueries({ queryKey: recurringKeys.all });
    },
  );
  const days = draft.every === "week" ? WEEKDAYS : MONTHDAYS;
  return (
    <Card aria-labelledby="new-recurring">
      <SectionTitle id="new-recurring">{t("new")}</SectionTitle>
      <form ref={element} noValidate onSubmit={submit} className="space-y-4">
        <AmountField
          label={t("amount")}
          unit="USDT"
          value={draft.amount}
          onChange={({ target }) => put({ amount: target.value })}
          error={isTried && read.amount === null ? t("enterAmount") : undefined}
          hint={t("amountHint")}
        />
        <Segmented
          label={t("every")}
          options={recurringEvery.map((value) => ({ value, label: t(`everies.${value}`) }))}
          value={draft.every}
          onValueChange={(every) => put({ every })}
        />
        {draft.every === "day" ? null : (
          <Field
            label={t(draft.every === "week" ? "weekday" : "monthday")}
            hint={draft.every === "month" ? t("monthdayHint") : undefined}
          >
            <Select
              value={draft.every === "week" ? draft.weekday : draft.monthday}
              onChange={({ target }) =>
                put(draft.every === "week" ? { weekday: target.value } : { monthday: target.value })
              }
            >
              {days.map((day) => (
                <option key={day} value={day}>
                  {draft.every === "week" ? t(`weekdays.${day as "1"}`) : day}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <Field
          label={t("time")}
          hint={<TimeHint time={read.time} />}
          error={isTried && read.time === null ? t("enterTime") : undefined}
        >
          <TextInput
            type="time"
            required
            value={draft.time}
            onChange={({ target }) => put({ time: target.value })}
          />
        </Field>
        <Segmented
          label={t("target")}
          options={recurringTargets.map((value) => ({ value, label: t(`targets.${value}`) }))}
          value={draft.target}
          onValueChange={(target) => put({ target })}
        />
        <AmountField
          label={t("maxPrice")}
          unit="USDT"
          decimals={PRICE_DECIMALS}
          value={draft.maxPrice}
          onChange={({ target }) => put({ maxPrice: target.value })}
          error={isTried && read.maxPrice === null ? t("enterPrice") : undefined}
          hint={t("maxPriceHint")}
        />
        <Button type="submit" wide>
          {t("review")}
        </Button>
      </form>
      {reviewed ? (
        <ConfirmDialog
          open
          onOpenChange={() => {
            clearError();
            setReviewed(null);
          }}
          title={t("reviewTitle")}
          description={t("reviewText", {
            amount: formatAmount(reviewed.amount, "USDT", { exact: true }),
            schedule: scheduleOf({ ...reviewed, day: reviewed.day ?? null }),
            target: t(`reviewTargets.${reviewed.target}`),
            limit: reviewed.maxPrice
              ? t("reviewLimit", { price: formatPrice(reviewed.maxPrice, { exact: true }) })
              : "",
          })}
          confirmLabel={t("begin")}
          confirmVariant="primary"
          onConfirm={() => void send(reviewed)}
          pending={pending}
          error={error}
        />
      ) : null}
    </Card>
  );
}
