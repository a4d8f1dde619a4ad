"use client";

import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { type BaseSyntheticEvent, useRef, useState } from "react";
import { AmountField } from "@/components/forms/amount-field";
import { focusFirstError } from "@/components/forms/focus-first-error";
import { Button } from "@/components/ui/button";
import { InlineError } from "@/components/ui/display/inline-error";
import { QueryState } from "@/components/ui/display/query-state";
import { EmptyState } from "@/components/ui/display/states";
import { IconButton } from "@/components/ui/icon-button";
import { Dialog } from "@/components/ui/overlays/dialog";
import { showToast } from "@/components/ui/overlays/toast";
import { Segmented } from "@/components/ui/segmented";
import { TextLink } from "@/components/ui/text-link";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { useAddAlert, useAlerts, useDeleteAlert } from "@/lib/alerts/client";
import { type AlertDirection, alertDirections, isAlertPrice } from "@/lib/alerts/rules";
import type { AlertDto } from "@/lib/alerts/schema";
import { messageOf } from "@/lib/platform/client/api";
import { readAmount } from "@/lib/platform/ui/amount-input";
import { compareDecimal } from "@/lib/platform/ui/decimal";
import { formatPrice } from "@/lib/platform/ui/format";

const PRICE_DECIMALS = 8;

export interface AlertSheetProps {
  open: boolean;
  onClose: () => void;
  /** The price that the market shows; null while unknown. */
  price: string | null;
}

/** Prices that somebody is told of: a form for another one, and the list. */
export function AlertSheet({ open, onClose, price }: AlertSheetProps) {
  const t = useTranslations("alerts");
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      placement="sheet"
      title={t("title")}
      description={t("text")}
    >
      <div className="space-y-4">
        <NewAlert now={price} />
        <OwnAlerts />
        <TextLink href="/notifications/settings" look="action">
          {t("settings")}
        </TextLink>
      </div>
    </Dialog>
  );
}

/** The form of another alert. */
export function NewAlert({ now }: { now: string | null }) {
  const t = useTranslations("alerts");
  const form = useRef<HTMLFormElement>(null);
  const [direction, setDirection] = useState<AlertDirection>("above");
  const [typed, setTyped] = useState("");
  const [isTried, setTried] = useState(false);
  const add = useAddAlert();
  const reading = readAmount(typed, PRICE_DECIMALS);
  const price = reading.ok && isAlertPrice(reading.value) ? reading.value : null;
  const isThere =
    price !== null &&
    now !== null &&
    (direction === "above" ? compareDecimal(now, price) >= 0 : compareDecimal(now, price) <= 0);
  const submit = (event: BaseSyntheticEvent) => {
    event.preventDefault();
    setTried(true);
    if (add.isPending) return;
    if (price === null) return focusFirstError(form.current);
    add.mutate(
      { direction, price },
      {
        onSuccess: () => {
          setTyped("");
          setTried(false);
          showToast.success(t("added"));
        },
      },
    );
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className="space-y-4">
      <p>{t("direction")}</p>
      <Segmented
        label={t("direction")}
        options={alertDirections.map((value) => ({ value, label: t(`directions.${value}`) }))}
        value={direction}
        onValueChange={setDirection}
      />
      <AmountField
        label={t("price")}
        unit="USDT"
        decimals={PRICE_DECIMALS}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        error={isTried && price === null ? t("enterPrice") : undefined}
        hint={t("priceNow", { price: formatPrice(now) })}
      />
      {isThere ? <p className="text-text-2">{t("alreadyThere")}</p> : null}
      <InlineError>{add.error ? messageOf(add.error) : null}</InlineError>
      <Button type="submit" wide pending={add.isPending} pendingLabel={t("adding")}>
        {t("add")}
      </Button>
    </form>
  );
}

/** The alerts that there are, each with the way to delete it. */
export function OwnAlerts() {
  const t = useTranslations("alerts");
  const list = useAlerts();
  const remove = useDeleteAlert();
  const alerts = list.data?.alerts;
  return (
    <section aria-labelledby="own-alerts" className="space-y-2">
      <h3 id="own-alerts" className="font-semibold">
        {t("own")}
      </h3>
      {alerts?.length === 0 ? <EmptyState text={t("none")} /> : null}
      <ul className="divide-y divide-line">
        {alerts?.map((alert) => (
          <AlertRow
            key={alert.id}
            alert={alert}
            onDelete={() =>
              remove.mutate(alert.id, { onSuccess: () => showToast.success(t("deleted")) })
            }
          />
        ))}
      </ul>
      <InlineError>{remove.error ? messageOf(remove.error) : null}</InlineError>
      <QueryState query={list} label={t("own")} text={t("failed")} />
    </section>
  );
}

function AlertRow({ alert, onDelete }: { alert: AlertDto; onDelete: () => void }) {
  const t = useTranslations("alerts");
  const formatDateTime = useDateTime();
  const { direction, price, firedAt, firedPrice } = alert;
  const name = t(`names.${direction}`, { price: formatPrice(price, { exact: true }) });
  return (
    <li className="flex items-center justify-between gap-3 py-1">
      <div className="min-w-0">
        <p>{name}</p>
        <p className="text-caption text-text-2">
          {firedAt === null
            ? t("waits")
            : t("fired", {
                price: formatPrice(firedPrice, { exact: true }),
                time: formatDateTime(firedAt, { zone: true }),
              })}
        </p>
      </div>
      <IconButton label={t("deleteOf", { name })} onClick={onDelete}>
        <Trash2 aria-hidden="true" />
      </IconButton>
    </li>
  );
}
