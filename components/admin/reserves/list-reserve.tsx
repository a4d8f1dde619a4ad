"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import { FormAmount, FormChoice, FormSelect, FormText } from "@/components/forms/form-fields";
import { SchemaDialog } from "@/components/forms/schema-form";
import { type SchemaFormState, useSchemaForm } from "@/components/forms/use-schema-form";
import { CopyButton } from "@/components/ui/copy-button";
import { Address } from "@/components/ui/display/address";
import { ReviewSheet } from "@/components/ui/overlays/review-sheet";
import { showToast } from "@/components/ui/overlays/toast";
import { formatAmount } from "@/lib/platform/ui/format";
import { RESERVE_KINDS, reserveMessage } from "@/lib/transparency/reserves/rules";
import type {
  AdminReservesDto,
  ListReserveBody,
  ReserveDto,
} from "@/lib/transparency/reserves/schema";
import { useListReserve } from "@/lib/transparency/reserves/staff-client";
import { NETWORK_NAMES } from "@/lib/wallets/names";
import { CURRENCIES, coinDecimals, networksOf } from "@/lib/wallets/rules";
import { useDecision } from "../payments/use-decision";
import {
  draftOf,
  inputOf,
  isRead,
  missingOf,
  needsSignature,
  type ReserveDraft,
} from "./reserve-draft";

export interface ListReserveProps {
  open: boolean;
  onClose: () => void;
  site: AdminReservesDto;
  /** A listed place whose balance is said anew; null begins with an empty form. */
  place: ReserveDto | null;
}

type Form = SchemaFormState<ReserveDraft, ListReserveBody>;

const loadSchema = () =>
  import("@/lib/transparency/reserves/schema").then((module) => module.listReserveBody);

/** Lists what the site holds somewhere: form, review of what everybody will read, result. */
export function ListReserve({ open, onClose, site, place }: ListReserveProps) {
  const t = useTranslations("staffReserves.form");
  const form: Form = useSchemaForm<ReserveDraft, ListReserveBody>({
    start: draftOf(site.day, place),
    loadSchema,
    toInput: inputOf,
    check: (draft) =>
      Object.fromEntries(
        Object.entries(missingOf(draft, site)).map(([field, key]) => [field, t(key)]),
      ),
  });
  const [reviewed, setReviewed] = useState<ListReserveBody | null>(null);
  const list = useListReserve();
  const decision = useDecision<ListReserveBody, unknown>(
    ({ decision: body, key }) => list.mutateAsync({ body, key }),
    () => {
      onClose();
      showToast.success(t("done"));
    },
  );
  const confirm = async (body: ListReserveBody) => {
    if (form.refuse(await decision.decide(body))) setReviewed(null);
  };
  return (
    <>
      <SchemaDialog
        form={form}
        open={open && reviewed === null}
        onClose={onClose}
        title={t(place ? "updateTitle" : "title")}
        text={t(place ? "updateText" : "text")}
        submitLabel={t("review")}
        onValid={(body) => {
          decision.restart();
          setReviewed(body);
        }}
      >
        <Fields form={form} site={site} />
      </SchemaDialog>
      {reviewed ? (
        <Review
          open={open}
          body={reviewed}
          pending={decision.pending}
          error={decision.message}
          onBack={() => setReviewed(null)}
          onConfirm={() => void confirm(reviewed)}
        />
      ) : null}
    </>
  );
}

function Fields({ form, site }: { form: Form; site: AdminReservesDto }) {
  const t = useTranslations("staffReserves.form");
  const [kind, currency, network] = useWatch({
    control: form.control,
    name: ["kind", "currency", "network"],
  });
  const place = { kind, currency, network };
  const isAddress = kind === "address";
  return (
    <>
      <FormChoice
        form={form}
        name="kind"
        label={t("kind")}
        options={RESERVE_KINDS.map((one) => ({ value: one, label: t(`kinds.${one}`) }))}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormSelect
          form={form}
          name="currency"
          label={t("coin")}
          onChosen={() => {
            const networks = networksOf(form.getValues("currency"));
            const [first = network] = networks;
            if (!networks.includes(form.getValues("network"))) form.setValue("network", first);
          }}
        >
          {CURRENCIES.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </FormSelect>
        {isAddress ? (
          <FormSelect form={form} name="network" label={t("network")}>
            {networksOf(currency).map((one) => (
              <option key={one} value={one}>
                {NETWORK_NAMES[one]}
              </option>
            ))}
          </FormSelect>
        ) : null}
      </div>
      {isAddress ? (
        <FormText
          form={form}
          name="address"
          label={t("address")}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          className="font-mono"
        />
      ) : (
        <FormText
          form={form}
          name="custodian"
          label={t("custodian")}
          hint={t("custodianHint")}
          maxLength={80}
        />
      )}
      {needsSignature(place) ? <Signature form={form} origin={site.origin} /> : null}
      {isAddress && !needsSignature(place) ? (
        <p className="text-text-2">{t("notProved", { network: NETWORK_NAMES[network] })}</p>
      ) : null}
      <FormAmount
        form={form}
        name="balance"
        label={t("balance")}
        unit={currency}
        decimals={coinDecimals(currency)}
        hint={isRead(place, site) ? t("balanceRead") : undefined}
      />
      {isAddress ? (
        <FormText
          form={form}
          name="blockNumber"
          label={t("block")}
          hint={t("blockHint")}
          inputMode="numeric"
          maxLength={15}
        />
      ) : null}
      <FormText
        form={form}
        name="source"
        label={t("source")}
        hint={t(isAddress ? "sourceHint" : "sourceHintStated")}
        maxLength={200}
      />
    </>
  );
}

/** The text that the address's key has to sign, and the place for what it signed. */
function Signature({ form, origin }: { form: Form; origin: string }) {
  const t = useTranslations("staffReserves.form");
  const date = useWatch({ control: form.control, name: "date" });
  const message = useRef<HTMLElement>(null);
  const toSign = reserveMessage(origin, date);
  return (
    <>
      <FormText form={form} name="date" label={t("date")} hint={t("dateHint")} maxLength={10} />
      <section aria-label={t("toSign")} className="rounded-control bg-surface-2 p-3">
        <p className="mb-1 text-caption text-text-2">{t("toSignText")}</p>
        <div className="flex items-center justify-between gap-2">
          <code
            ref={message}
            translate="no"
            className="min-w-0 break-words font-mono [user-select:all]"
          >
            {toSign}
          </code>
          <CopyButton text={toSign} label={t("copyToSign")} textRef={message} compact />
        </div>
      </section>
      <FormText
        form={form}
        name="signature"
        label={t("signature")}
        hint={t("signatureHint")}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        className="font-mono"
      />
    </>
  );
}

interface ReviewProps {
  open: boolean;
  body: ListReserveBody;
  pending: boolean;
  error: string | null;
  onBack: () => void;
  onConfirm: () => void;
}

function Review({ open, body, pending, error, onBack, onConfirm }: ReviewProps) {
  const t = useTranslations("staffReserves.form");
  const proofs = useTranslations("staffReserves.proofs");
  const { currency, network, address, custodian, signature, balance, blockNumber, source } = body;
  const amount =
    balance === undefined ? t("willBeRead") : formatAmount(balance, currency, { exact: true });
  const proof = network ? (signature ? "signed" : "not_proved") : "stated";
  return (
    <ReviewSheet
      open={open}
      onBack={onBack}
      title={t("reviewTitle")}
      headline={{ label: t("balance"), value: amount }}
      rows={[
        ...(network && address
          ? [
              { label: t("network"), value: NETWORK_NAMES[network] },
              { label: t("address"), value: <Address value={address} />, stacked: true },
            ]
          : [{ label: t("custodian"), value: custodian }]),
        { label: t("shownAs"), value: proofs(proof) },
        ...(blockNumber ? [{ label: t("block"), value: blockNumber }] : []),
        ...(source ? [{ label: t("source"), value: source }] : []),
      ]}
      risk={t("forGood")}
      confirmLabel={t("confirm")}
      pending={pending}
      error={error}
      onConfirm={onConfirm}
    />
  );
}
