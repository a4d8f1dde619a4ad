"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useId } from "react";
import { useDateTime } from "@/components/ui/time/use-date-time";
import type { Unconfirmed } from "@/lib/platform/client/request-key";
import { Button, type ButtonProps } from "../button";
import { InlineError } from "../display/inline-error";
import { type KeyValueRow, KeyValueRows } from "../display/key-value-rows";
import { useMoneyPause } from "../display/money-pause";
import { Dialog } from "./dialog";

export interface ReviewSheetProps {
  open: boolean;
  /** Called by Back, Escape and the scrim. Not called while `pending`. */
  onBack: () => void;
  title: string;
  /** The one number that matters, e.g. "You receive about" / "119.00 USDT". */
  headline?: { label: ReactNode; value: ReactNode };
  /** What the server quoted. */
  rows: KeyValueRow[];
  /** What can be lost, in the same size as the rest. */
  risk?: ReactNode;
  /** Fields asked at this step, such as the withdrawal password. They submit with Enter. */
  children?: ReactNode;
  /** The verb with the amount: "Withdraw 120.00 USDT". */
  confirmLabel: ReactNode;
  confirmVariant?: ButtonProps["variant"];
  onConfirm: () => void;
  pending?: boolean;
  /** What went wrong; stays until the next attempt. */
  error?: ReactNode;
  /** What was sent before and may have been done: says why that is not known, in place of `error`. */
  unconfirmed?: Unconfirmed<unknown> | null;
  /** Shown when the quote changed; says the old and the new value. */
  changed?: ReactNode;
}

/**
 * The step between a money form and its result. Bottom sheet on phones, centred dialog on desktop.
 * Focus starts on the title, never on the verb, so that Enter pressed twice cannot send an order.
 */
export function ReviewSheet({
  open,
  onBack,
  title,
  headline,
  rows,
  risk,
  children,
  confirmLabel,
  confirmVariant = "primary",
  onConfirm,
  pending = false,
  error,
  unconfirmed,
  changed,
}: ReviewSheetProps) {
  const t = useTranslations("ui");
  const formId = useId();
  const pause = useMoneyPause();
  const outcome = unconfirmed && !pending ? <NotConfirmed of={unconfirmed} /> : null;
  const problem = unconfirmed ? outcome : error;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!pending && pause === null) onConfirm();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onBack}
      placement="sheet"
      title={title}
      locked={pending}
      hideClose
      footer={
        <>
          <Button variant="outline" onClick={() => !pending && onBack()}>
            {t("back")}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={confirmVariant}
            pending={pending}
            className="min-w-0 flex-1 shrink"
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="space-y-4">
        {headline ? (
          <p>
            <span className="block text-text-2">{headline.label}</span>
            <span className="block font-semibold text-page [overflow-wrap:anywhere]">
              {headline.value}
            </span>
          </p>
        ) : null}
        {changed ? (
          <p role="alert" className="rounded-control bg-warn-soft p-3 text-warn">
            {changed}
          </p>
        ) : null}
        <KeyValueRows rows={rows} boxed />
        {risk ? <p>{risk}</p> : null}
        {children}
        <InlineError>{pause ?? problem}</InlineError>
      </form>
    </Dialog>
  );
}

/** Why an outcome is not known, that pressing again can't do it twice, and when it was sent: that may be days ago. */
function NotConfirmed({ of: { why, isRepeatable, sentAtMs } }: { of: Unconfirmed<unknown> }) {
  const formatDateTime = useDateTime();
  const t = useTranslations("ui");
  return (
    <>
      {why} {isRepeatable ? <span className="mt-1 block">{t("outcomeUnknown")}</span> : null}
      <span className="mt-1 block">
        {t("sentAt", { time: formatDateTime(sentAtMs, { style: "full", zone: true }) })}
      </span>
    </>
  );
}
