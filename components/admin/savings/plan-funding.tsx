"use client";

import { CircleCheck, Infinity as InfinityIcon, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { Pill, type PillTone } from "@/components/ui/display/pill";
import { TextLink } from "@/components/ui/text-link";
import { compareDecimal } from "@/lib/platform/ui/decimal";
import { formatAmount } from "@/lib/platform/ui/format";
import type { FundingState } from "@/lib/savings/funding-rules";
import type { SavingFunding } from "@/lib/savings/staff-schema";
import { useMay } from "../panel/staff-rights";

const LOOKS: Record<FundingState, { tone: PillTone; icon: typeof CircleCheck }> = {
  full: { tone: "up", icon: CircleCheck },
  none: { tone: "down", icon: TriangleAlert },
  unlimited: { tone: "neutral", icon: InfinityIcon },
};

/** Whether the interest of a plan can be set aside. */
export function FundingPill({ state }: { state: FundingState }) {
  const t = useTranslations("staffSavings.funding.states");
  const { tone, icon } = LOOKS[state];
  return (
    <Pill tone={tone} icon={icon}>
      {t(state)}
    </Pill>
  );
}

/** The interest money behind all plans: set aside, free, needed, missing. */
export function PlanFunding({ funding }: { funding: SavingFunding[] }) {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {funding.map((one) => (
        <CurrencyCard key={one.currency} funding={one} />
      ))}
    </div>
  );
}

function CurrencyCard({ funding }: { funding: SavingFunding }) {
  const t = useTranslations("staffSavings.funding");
  const canWrite = useMay("house.transfer");
  const { currency, owed, missing, unlimitedPlans } = funding;
  const id = `funding-${currency}`;
  const show = (value: string) => formatAmount(value, currency);
  const isMissing = compareDecimal(missing, "0") > 0;
  const isOwed = compareDecimal(owed, "0") > 0;
  const fund = `/admin/house?move=${currency}.treasury.interest${isMissing ? `.${missing}` : ""}`;
  return (
    <Card aria-labelledby={id}>
      <SectionTitle
        id={id}
        action={
          canWrite ? (
            <TextLink look="action" href={fund}>
              {t("fund")}
            </TextLink>
          ) : null
        }
      >
        {t("title", { currency })}
      </SectionTitle>
      <KeyValueRows
        rows={[
          { label: t("reserved"), value: show(funding.reserved) },
          { label: t("free"), value: show(funding.free) },
          ...(isOwed ? [{ label: t("owed"), value: show(owed), strong: true }] : []),
          { label: t("needed"), value: show(funding.needed) },
          { label: t("missing"), value: show(missing), strong: isMissing },
        ]}
      />
      {unlimitedPlans > 0 ? (
        <p className="text-caption text-text-2">{t("unlimited", { count: unlimitedPlans })}</p>
      ) : null}
    </Card>
  );
}
