"use client";

import { PiggyBank } from "lucide-react";
import { useTranslations } from "next-intl";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { EmptyState } from "@/components/ui/display/states";
import { TextLink } from "@/components/ui/text-link";
import { useMySavings, useSavingPlans } from "@/lib/savings/client";
import { PlanCards } from "./plan-cards";
import { SavingsSummary } from "./savings-summary";

/** What one has saved, and the plans on offer. The page brings the first answers of both. */
export function SavingsOffer() {
  const t = useTranslations("savings");
  const totals = useMySavings(undefined).data?.pages[0]?.totals;
  const { data: plans } = useSavingPlans();
  return (
    <>
      {totals ? <SavingsSummary totals={totals} /> : null}
      <section aria-labelledby="saving-plans">
        <SectionTitle
          id="saving-plans"
          action={
            <TextLink href="/saving-history" look="action">
              {t("mine")}
            </TextLink>
          }
        >
          {t("plans")}
        </SectionTitle>
        {plans?.length === 0 ? (
          <Card padding="none">
            <EmptyState icon={PiggyBank} text={t("noPlans")} />
          </Card>
        ) : (
          <PlanCards plans={plans ?? []} />
        )}
      </section>
      <p className="text-text-2">{t("risk")}</p>
    </>
  );
}
