import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/display/card";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { Pill } from "@/components/ui/display/pill";
import { Link } from "@/components/ui/link";
import { compareDecimal } from "@/lib/platform/ui/decimal";
import { formatAmount } from "@/lib/platform/ui/format";
import type { SavingDto } from "@/lib/savings/schema";
import { SavingTypePill, useSavingText } from "./saving-text";

/** The plans on offer: rate, term, minimum and what an early refund returns, each a link. */
export function PlanCards({ plans }: { plans: SavingDto[] }) {
  const t = useTranslations("savings");
  return (
    <ul aria-label={t("plans")} className="grid gap-3 lg:grid-cols-2">
      {plans.map((plan) => (
        <li key={plan.id}>
          <PlanCard plan={plan} />
        </li>
      ))}
    </ul>
  );
}

function PlanCard({ plan }: { plan: SavingDto }) {
  const t = useTranslations("savings");
  const { rate, term, refundRule } = useSavingText();
  const closed = compareDecimal(plan.subscribable, "0") === 0;
  return (
    <Card className="relative flex h-full flex-col gap-2 hover:bg-surface-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">
          <Link
            href={`/saving/${plan.id}`}
            className="after:absolute after:inset-0 after:rounded-card"
          >
            {plan.name}
          </Link>
        </h3>
        <SavingTypePill type={plan.type} />
      </div>
      <p>
        <span className="font-semibold text-sheet">{rate(plan)}</span>{" "}
        <span className="whitespace-nowrap text-text-2">{t("byContract")}</span>
      </p>
      <KeyValueRows
        rows={[
          { label: t("term"), value: term(plan) },
          {
            label: t("minimum"),
            value: formatAmount(plan.minAmount, plan.currency, { exact: true }),
          },
        ]}
      />
      <p className="text-text-2">{refundRule(plan)}</p>
      {closed ? (
        <p>
          <Pill tone="warn">{t("closedNow")}</Pill>
        </p>
      ) : null}
    </Card>
  );
}
