"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { Field } from "@/components/forms/field";
import { Select } from "@/components/forms/text-input";
import { Address } from "@/components/ui/display/address";
import { Banner } from "@/components/ui/display/banner";
import { QueryError } from "@/components/ui/display/query-state";
import { Skeleton } from "@/components/ui/display/skeleton";
import { TextLink } from "@/components/ui/text-link";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { useAddressBook } from "@/lib/withdrawals/address-client";
import type { SavedAddress } from "@/lib/withdrawals/address-schema";

const SHOWN_END = 6;

interface SavedAddressFieldProps {
  currency: string;
  /** Whether nothing but saved addresses can be paid; then this is the address field. */
  only: boolean;
  /** What the form has now. */
  address: string;
  network: string | null;
  error?: string;
  onChoose: (saved: SavedAddress | null) => void;
}

/** Offers the saved addresses of a coin. Nothing where there is none and others can be paid. */
export function SavedAddressField(props: SavedAddressFieldProps) {
  const formatDateTime = useDateTime();
  const { currency, only, address, network, error, onChoose } = props;
  const t = useTranslations("withdraw.form.saved");
  const book = useAddressBook();
  const noneId = useId();
  const invalid = error ? "" : undefined;
  if (!book.data) {
    if (!only) return null;
    return book.isError ? (
      <div data-invalid={invalid}>
        <QueryError query={book} text={t("failed")} />
      </div>
    ) : (
      <Skeleton className="h-20" />
    );
  }
  const saved = book.data.addresses.filter((each) => each.currency === currency);
  if (saved.length === 0) {
    return only ? (
      <div data-invalid={invalid}>
        <Banner
          tone="warn"
          action={
            // Review leads here, where the reason has to be heard with the way on.
            <TextLink href="/security-management" look="action" aria-describedby={noneId}>
              {t("add")}
            </TextLink>
          }
        >
          <span id={noneId}>{t("none", { currency })}</span>
        </Banner>
      </div>
    ) : null;
  }
  const chosen = saved.find((each) => each.address === address && each.network === network);
  const textOf = ({ label, network: on, usable, usableFrom, address: text }: SavedAddress) =>
    only && !usable
      ? t("waiting", { label, network: on, at: formatDateTime(usableFrom, { zone: true }) })
      : t("option", { label, network: on, end: text.slice(-SHOWN_END) });
  return (
    <div className="space-y-2">
      <Field label={t("label")} hint={only ? t("onlyHint") : undefined} error={error}>
        <Select
          value={chosen?.id ?? ""}
          onChange={(event) => onChoose(saved.find(({ id }) => id === event.target.value) ?? null)}
        >
          <option value="">{t(only ? "choose" : "other")}</option>
          {saved.map((each) => (
            <option key={each.id} value={each.id} disabled={only && !each.usable}>
              {textOf(each)}
            </option>
          ))}
        </Select>
      </Field>
      {only && chosen ? <Address value={chosen.address} className="block" /> : null}
    </div>
  );
}
