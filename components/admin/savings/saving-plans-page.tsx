"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { AdminPage } from "@/components/layout/admin-shell";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Loading, SkeletonRows } from "@/components/ui/skeleton";
import { EmptyState, ErrorState } from "@/components/ui/states";
import { Tabs } from "@/components/ui/tabs";
import { messageOf } from "@/lib/platform/client/api";
import { useStaffPlans } from "@/lib/savings/staff-client";
import { SAVING_FILTERS } from "../list-names";
import { useMayAct } from "../staff-areas";
import { useListUrl } from "../use-list-url";
import { PlanEditor } from "./plan-editor";
import { PlanFunding } from "./plan-funding";
import { PlansTable } from "./plans-table";
import { RecordsList } from "./records-list";

const TABS = ["plans", "savings"] as const;

/** Savings plans, the money behind them, and everybody's savings. */
export function SavingPlansPage() {
  const t = useTranslations("staffSavings");
  const url = useListUrl(SAVING_FILTERS);
  const answer = useStaffPlans();
  const mayAct = useMayAct("finance");
  const tab = TABS.find((one) => one === url.parameter("tab")) ?? "plans";
  return (
    <AdminPage title={t("title")} actions={mayAct ? <NewPlan /> : undefined}>
      {answer.data ? (
        <>
          {answer.isError ? (
            <Banner tone="error" live>
              {t("failed", { reason: messageOf(answer.error) })}
            </Banner>
          ) : null}
          <Tabs
            label={t("title")}
            value={tab}
            onValueChange={(next) => url.setParameter("tab", next === "plans" ? null : next)}
            tabs={[
              {
                value: "plans",
                label: t("tabs.plans"),
                content: (
                  <div className="space-y-4">
                    <PlanFunding funding={answer.data.funding} />
                    {answer.data.savings.length === 0 ? (
                      <EmptyState text={t("plans.empty")} />
                    ) : (
                      <PlansTable plans={answer.data.savings} />
                    )}
                  </div>
                ),
              },
              {
                value: "savings",
                label: t("tabs.savings"),
                content: <RecordsList url={url} plans={answer.data.savings} />,
              },
            ]}
          />
        </>
      ) : answer.isPending ? (
        <Loading label={t("title")}>
          <SkeletonRows count={5} className="h-24" />
        </Loading>
      ) : (
        <ErrorState
          text={t("failed", { reason: messageOf(answer.error) })}
          retrying={answer.isFetching}
          onRetry={() => void answer.refetch()}
        />
      )}
    </AdminPage>
  );
}

function NewPlan() {
  const t = useTranslations("staffSavings.form");
  const [state, setState] = useState({ open: false, count: 0 });
  return (
    <>
      <Button
        icon={<Plus aria-hidden="true" />}
        onClick={() => setState(({ count }) => ({ open: true, count: count + 1 }))}
      >
        {t("new")}
      </Button>
      {state.count > 0 ? (
        <PlanEditor
          key={state.count}
          open={state.open}
          onClose={() => setState((now) => ({ ...now, open: false }))}
          plan={null}
        />
      ) : null}
    </>
  );
}
