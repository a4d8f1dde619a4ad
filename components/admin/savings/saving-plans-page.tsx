"use client";

import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { AdminPage } from "@/components/layout/admin-shell";
import { Button } from "@/components/ui/button";
import { Loading, SkeletonRows } from "@/components/ui/display/skeleton";
import { lazyPart } from "@/components/ui/overlays/lazy-part";
import { Tabs } from "@/components/ui/tabs";
import { SAVING_FILTERS } from "../lists/list-names";
import { useListUrl } from "../lists/use-list-url";
import { useMay } from "../panel/staff-rights";
import { PlanEditor, PlansTable } from "./plans-table";

const loadRecords = () => import("./records-list").then((module) => module.RecordsList);

/** Loaded when its tab is opened; where that fails, it says so in its place, not instead of the page. */
const RecordsList = dynamic(
  () => loadRecords().catch(() => lazyPart(loadRecords, RecordsLoading)),
  {
    loading: RecordsLoading,
  },
);

const TABS = ["plans", "savings"] as const;

/** Savings plans, the money behind them, and everybody's savings. */
export function SavingPlansPage() {
  const t = useTranslations("staffSavings");
  const url = useListUrl(SAVING_FILTERS);
  const canWrite = useMay("savings.edit");
  const tab = TABS.find((one) => one === url.parameter("tab")) ?? "plans";
  return (
    <AdminPage title={t("title")} actions={canWrite ? <NewPlan /> : undefined}>
      <Tabs
        label={t("title")}
        value={tab}
        // The two lists have pages of their own: each starts at its first.
        onValueChange={(next) => url.change({ tab: next === "plans" ? null : next })}
        tabs={[
          { value: "plans", label: t("tabs.plans"), content: <PlansTable /> },
          { value: "savings", label: t("tabs.savings"), content: <RecordsList url={url} /> },
        ]}
      />
    </AdminPage>
  );
}

function RecordsLoading() {
  const t = useTranslations("staffSavings.tabs");
  return (
    <Loading label={t("savings")}>
      <SkeletonRows count={4} className="h-12" />
    </Loading>
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
