"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useId, useState } from "react";
import { AmountField } from "@/components/forms/amount-field";
import { Button } from "@/components/ui/button";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { ProgressBar } from "@/components/ui/display/progress-bar";
import { Dialog } from "@/components/ui/overlays/dialog";
import { lazyDialog } from "@/components/ui/overlays/lazy-part";
import { ReviewSheet } from "@/components/ui/overlays/review-sheet";
import { showToast } from "@/components/ui/overlays/toast";
import { useHouseLimits } from "@/lib/house/client";
import type { HouseLimits } from "@/lib/house/schema";
import { MICRO_DECIMALS } from "@/lib/platform/money";
import { readAmount } from "@/lib/platform/ui/amount-input";
import { percentOf } from "@/lib/platform/ui/decimal";
import { formatAmount, formatDateTime } from "@/lib/platform/ui/format";
import type { Proof } from "@/lib/settings/client";
import { useIsFullAdmin } from "../panel/staff-areas";

const ConfirmGuarded = lazyDialog(() =>
  import("../settings/confirm-guarded").then((module) => module.ConfirmGuarded),
);

const CAPS = ["perExpirySecond", "perDirection"] as const;
type Caps = Record<(typeof CAPS)[number], string>;

/** How much open options may cost the house, and how much of it is used. */
export function Limits({ limits }: { limits: HouseLimits }) {
  const t = useTranslations("staffHouse.limits");
  const mayChange = useIsFullAdmin();
  const [state, setState] = useState({ open: false, count: 0 });
  const { perExpirySecond, perDirection } = limits;
  return (
    <div className="space-y-4">
      <div className="grid gap-4 lg:grid-cols-2">
        <Card aria-labelledby="per-direction">
          <SectionTitle id="per-direction">{t("perDirection")}</SectionTitle>
          <p className="mb-3 text-text-2">{t("perDirectionText")}</p>
          <ul className="space-y-3">
            <Use label={t("up")} used={perDirection.up} cap={perDirection.cap} />
            <Use label={t("down")} used={perDirection.down} cap={perDirection.cap} />
          </ul>
        </Card>
        <Card aria-labelledby="per-second">
          <SectionTitle id="per-second">{t("perExpirySecond")}</SectionTitle>
          <p className="mb-3 text-text-2">{t("perExpirySecondText")}</p>
          {perExpirySecond.busiest.length === 0 ? (
            <p>{t("noneOpen", { cap: formatAmount(perExpirySecond.cap, "USDT") })}</p>
          ) : (
            <ul aria-label={t("busiest")} className="space-y-3">
              {perExpirySecond.busiest.map(({ at, used }) => (
                <Use
                  key={at}
                  label={formatDateTime(at, { style: "timeSeconds", zone: true })}
                  used={used}
                  cap={perExpirySecond.cap}
                />
              ))}
            </ul>
          )}
        </Card>
      </div>
      {mayChange ? (
        <Button
          variant="outline"
          onClick={() => setState(({ count }) => ({ open: true, count: count + 1 }))}
        >
          {t("change")}
        </Button>
      ) : null}
      {state.count > 0 ? (
        <LimitsEditor
          key={state.count}
          open={state.open}
          onClose={() => setState((now) => ({ ...now, open: false }))}
          limits={limits}
        />
      ) : null}
    </div>
  );
}

function Use({ label, used, cap }: { label: string; used: string; cap: string }) {
  const t = useTranslations("staffHouse.limits");
  const percent = Number(percentOf(used, cap) ?? "100");
  return (
    <li>
      <p className="mb-1 flex flex-wrap justify-between gap-x-4">
        <span>{label}</span>
        <span>
          {t("used", { used: formatAmount(used, "USDT"), cap: formatAmount(cap, "USDT") })}
        </span>
      </p>
      <ProgressBar label={t("useOf", { what: label })} value={percent / 100} />
    </li>
  );
}

/** Both caps: form, review with before and after, who it is, result. */
function LimitsEditor({
  open,
  onClose,
  limits,
}: {
  open: boolean;
  onClose: () => void;
  limits: HouseLimits;
}) {
  const t = useTranslations("staffHouse.limits");
  const formId = useId();
  const [before] = useState<Caps>({
    perExpirySecond: limits.perExpirySecond.cap,
    perDirection: limits.perDirection.cap,
  });
  const [draft, setDraft] = useState(before);
  const [tried, setTried] = useState(false);
  const [reviewed, setReviewed] = useState<Caps | null>(null);
  const [isProving, setProving] = useState(false);
  const change = useHouseLimits();
  const show = (value: string) => formatAmount(value, "USDT");
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const read = CAPS.map((cap) => [cap, readAmount(draft[cap], MICRO_DECIMALS)] as const);
    const wrong = read.find(([, reading]) => !reading.ok);
    setTried(wrong !== undefined);
    if (wrong) {
      event.currentTarget.querySelector<HTMLElement>(`[name=${wrong[0]}]`)?.focus();
      return;
    }
    setReviewed(
      Object.fromEntries(
        read.map(([cap, reading]) => [cap, reading.ok ? reading.value : ""]),
      ) as Caps,
    );
  };
  const save = async (caps: Caps, proof: Proof) => {
    await change.mutateAsync({ ...caps, expected: before, ...proof });
    onClose();
    showToast.success(t("changed"));
  };
  return (
    <>
      <Dialog
        open={open && reviewed === null}
        onOpenChange={(next) => {
          if (!next) onClose();
        }}
        title={t("change")}
        description={t("changeText")}
        footer={
          <Button type="submit" form={formId} wide>
            {t("toReview")}
          </Button>
        }
      >
        <form id={formId} noValidate onSubmit={submit} className="space-y-4">
          {CAPS.map((cap) => (
            <AmountField
              key={cap}
              label={t(cap)}
              name={cap}
              unit="USDT"
              value={draft[cap]}
              onChange={(event) => setDraft({ ...draft, [cap]: event.target.value })}
              error={
                tried && !readAmount(draft[cap], MICRO_DECIMALS).ok ? t("amountWrong") : undefined
              }
            />
          ))}
        </form>
      </Dialog>
      {reviewed ? (
        <>
          <ReviewSheet
            open={open && !isProving}
            onOpenChange={(stay) => {
              if (!stay) setReviewed(null);
            }}
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
