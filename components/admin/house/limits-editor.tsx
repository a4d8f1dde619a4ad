"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { FormAmount } from "@/components/forms/form-fields";
import { SchemaDialog } from "@/components/forms/schema-form";
import { useSchemaForm } from "@/components/forms/use-schema-form";
import { lazyDialog } from "@/components/ui/overlays/lazy-part";
import { ReviewSheet } from "@/components/ui/overlays/review-sheet";
import { showToast } from "@/components/ui/overlays/toast";
import { useHouseLimits } from "@/lib/house/client";
import type { HouseLimits, HouseLimitsBody } from "@/lib/house/schema";
import { MICRO_DECIMALS } from "@/lib/platform/money";
import { typedAmount } from "@/lib/platform/ui/amount-input";
import { formatAmount } from "@/lib/platform/ui/format";
import type { Proof } from "@/lib/settings/client";

const ConfirmGuarded = lazyDialog(() =>
  import("../settings/confirm-guarded").then((module) => module.ConfirmGuarded),
);

const CAPS = ["perExpirySecond", "perDirection"] as const;
type Caps = Pick<HouseLimitsBody, (typeof CAPS)[number]>;

// Who it is is asked after the review.
const loadSchema = () =>
  import("@/lib/house/schema").then((module) =>
    module.houseLimitsInputSchema.pick({ perExpirySecond: true, perDirection: true }),
  );

export interface LimitsEditorProps {
  open: boolean;
  onClose: () => void;
  limits: HouseLimits;
}

/** Both caps: form, review with before and after, who it is, result. */
export function LimitsEditor({ open, onClose, limits }: LimitsEditorProps) {
  const t = useTranslations("staffHouse.limits");
  const [before] = useState<Caps>({
    perExpirySecond: limits.perExpirySecond.cap,
    perDirection: limits.perDirection.cap,
  });
  const form = useSchemaForm<Caps, Caps>({
    start: before,
    loadSchema,
    toInput: (draft) =>
      Object.fromEntries(CAPS.map((cap) => [cap, typedAmount(draft[cap], MICRO_DECIMALS)])),
  });
  const [reviewed, setReviewed] = useState<Caps | null>(null);
  const [isProving, setProving] = useState(false);
  const change = useHouseLimits();
  const show = (value: string) => formatAmount(value, "USDT");
  const save = async (caps: Caps, proof: Proof) => {
    await change.mutateAsync({ ...caps, expected: before, ...proof });
    onClose();
    showToast.success(t("changed"));
  };
  return (
    <>
      <SchemaDialog
        form={form}
        open={open && reviewed === null}
        onClose={onClose}
        placement="centre"
        title={t("change")}
        text={t("changeText")}
        submitLabel={t("toReview")}
        onValid={setReviewed}
      >
        {CAPS.map((cap) => (
          <FormAmount key={cap} form={form} name={cap} label={t(cap)} unit="USDT" />
        ))}
      </SchemaDialog>
      {reviewed ? (
        <>
          <ReviewSheet
            open={open && !isProving}
            onBack={() => setReviewed(null)}
            title={t("reviewTitle")}
            rows={CAPS.map((cap) => ({
              label: t(cap),
              value: t("beforeAfter", { before: show(before[cap]), after: show(reviewed[cap]) }),
              stacked: true,
            }))}
            risk={t("openStay")}
            confirmLabel={t("confirm")}
            onConfirm={() => setProving(true)}
          />
          <ConfirmGuarded
            open={open && isProving}
            onSubmit={(proof) => save(reviewed, proof)}
            onClose={() => setProving(false)}
          />
        </>
      ) : null}
    </>
  );
}
