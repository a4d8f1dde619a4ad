import { PiggyBank } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/app/messages";
import { PlanCards } from "@/components/savings/plan-cards";
import { SavingsSummary } from "@/components/savings/savings-summary";
import { Card, SectionTitle } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/states";
import { TextLink } from "@/components/ui/text-link";
import { listPlans, mySavings } from "@/lib/savings/data";

/** Savings: what one has, and the plans on offer. */
export async function SavingsTab({ userId }: { userId: string }) {
  const [t, plans, mine] = await Promise.all([
    getTranslations("savings"),
    listPlans({ all: false }),
    mySavings(userId, { limit: 1 }),
  ]);
  return (
    <Messages namespaces={["savings"]}>
      <SavingsSummary totals={mine.totals} />
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
        {plans.length > 0 ? (
          <PlanCards plans={plans} />
        ) : (
          <Card padding="none">
            <EmptyState icon={PiggyBank} text={t("noPlans")} />
          </Card>
        )}
      </section>
      <p className="text-text-2">{t("risk")}</p>
    </Messages>
  );
}
