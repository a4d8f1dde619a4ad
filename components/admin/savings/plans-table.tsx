"use client";

import { Pencil, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { SavingTypePill, useSavingText } from "@/components/savings/saving-text";
import type { DataColumn } from "@/components/ui/display/data-list";
import { StatusPill } from "@/components/ui/display/pill";
import { IconButton } from "@/components/ui/icon-button";
import { lazyDialog } from "@/components/ui/overlays/lazy-part";
import { showToast } from "@/components/ui/overlays/toast";
import { Switch } from "@/components/ui/switch";
import { TextLink } from "@/components/ui/text-link";
import { messageOf } from "@/lib/platform/client/api";
import { waitingIdOf } from "@/lib/platform/client/waiting";
import { formatAmount } from "@/lib/platform/ui/format";
import { useStaffPlans, useTogglePlan } from "@/lib/savings/staff-client";
import type { AdminSavingDto } from "@/lib/savings/staff-schema";
import { Waiting } from "../approvals/approval-link";
import { PLAN_FILTERS } from "../lists/list-names";
import { useListUrl } from "../lists/use-list-url";
import { useMay } from "../panel/staff-rights";
import { StaffList } from "../staff/staff-list";
import { FundingPill, PlanFunding } from "./plan-funding";

/** Makes or changes a plan. */
export const PlanEditor = lazyDialog(() =>
  import("./plan-editor").then((module) => module.PlanEditor),
);

const PlanDelete = lazyDialog(() => import("./plan-delete").then((module) => module.PlanDelete));

/** Counts stop here, as the API says. */
const MAX_COUNTED = 1_000;

/** `count` makes every opening start from a fresh form. */
type Opened = { what: "edit" | "delete"; plan: AdminSavingDto; open: boolean; count: number };

/** The money behind all plans, and each plan with its terms, its use and whether the house can keep it. */
export function PlansTable() {
  const t = useTranslations("staffSavings.plans");
  const url = useListUrl(PLAN_FILTERS);
  const answer = useStaffPlans(url.query);
  const [opened, setOpened] = useState<Opened | null>(null);
  const show = (what: Opened["what"]) => (plan: AdminSavingDto) =>
    setOpened((now) => ({ what, plan, open: true, count: (now?.count ?? 0) + 1 }));
  const close = () => setOpened((now) => now && { ...now, open: false });
  const canWrite = useMay("savings.edit");
  const { columns, actions } = usePlanColumns(show("edit"), show("delete"));
  const { rate, term } = useSavingText();
  return (
    <div className="space-y-4">
      <StaffList
        answer={answer}
        rows={answer.data?.savings}
        nextCursor={answer.data?.nextCursor ?? null}
        url={url}
        emptyText={t("empty")}
        above={answer.data ? <PlanFunding funding={answer.data.funding} /> : null}
        caption={t("caption")}
        tableFrom={960}
        rowKey={(plan) => plan.id}
        columns={canWrite ? columns : columns.filter(({ key }) => key !== "actions")}
        card={(plan) => ({
          title: plan.name,
          amount: rate(plan),
          meta: `${term(plan)} · ${t("from", { amount: formatAmount(plan.minAmount, plan.currency, { exact: true }) })}`,
          status: <FundingPill state={plan.funding.state} />,
          actions: (
            <div className="flex w-full flex-wrap items-center justify-between gap-2">
              <PlanSwitch plan={plan} />
              {canWrite ? <span className="flex gap-2">{actions(plan)}</span> : null}
            </div>
          ),
        })}
      />
      {opened?.what === "edit" ? (
        <PlanEditor key={opened.count} open={opened.open} onClose={close} plan={opened.plan} />
      ) : null}
      {opened?.what === "delete" ? (
        <PlanDelete key={opened.count} open={opened.open} onClose={close} plan={opened.plan} />
      ) : null}
    </div>
  );
}

/** Whether a plan takes new subscriptions. */
function PlanSwitch({ plan, hideLabel = false }: { plan: AdminSavingDto; hideLabel?: boolean }) {
  const t = useTranslations("staffSavings.plans");
  const canWrite = useMay("savings.edit");
  const toggle = useTogglePlan();
  const change = (isActive: boolean) =>
    toggle.mutate(
      { id: plan.id, isActive },
      {
        onSuccess: () => showToast.success(t(isActive ? "opened" : "closed", { name: plan.name })),
        onError: (error) => {
          if (waitingIdOf(error) === null) showToast.error(messageOf(error));
        },
      },
    );
  const waits = waitingIdOf(toggle.error);
  return (
    <div>
      <Switch
        label={hideLabel ? t("openOf", { name: plan.name }) : t("open")}
        hideLabel={hideLabel}
        checked={toggle.isPending ? toggle.variables.isActive : plan.isActive}
        disabled={!canWrite || toggle.isPending}
        onCheckedChange={change}
      />
      <p role="status" className="text-caption text-text-2">
        {waits === null ? null : <Waiting id={waits}>{messageOf(toggle.error)}</Waiting>}
      </p>
    </div>
  );
}

function usePlanColumns(
  onEdit: (plan: AdminSavingDto) => void,
  onDelete: (plan: AdminSavingDto) => void,
) {
  const t = useTranslations("staffSavings.plans");
  const { rate, term } = useSavingText();
  const money = (plan: AdminSavingDto, value: string) => formatAmount(value, plan.currency);
  const count = (value: number) => (value < MAX_COUNTED ? value : t("many", { count: value }));
  const actions = (plan: AdminSavingDto) => (
    <>
      <IconButton label={t("editOf", { name: plan.name })} onClick={() => onEdit(plan)}>
        <Pencil aria-hidden="true" />
      </IconButton>
      <IconButton label={t("deleteOf", { name: plan.name })} onClick={() => onDelete(plan)}>
        <Trash2 aria-hidden="true" />
      </IconButton>
    </>
  );
  const columns: DataColumn<AdminSavingDto>[] = [
    {
      key: "name",
      header: t("plan"),
      className: "min-w-40",
      cell: (plan) => (
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="font-medium [overflow-wrap:anywhere]">{plan.name}</span>
          <SavingTypePill type={plan.type} />
        </span>
      ),
    },
    {
      key: "terms",
      header: t("terms"),
      className: "min-w-32",
      cell: (plan) => (
        <>
          {rate(plan)}
          <span className="block text-caption text-text-2">{term(plan)}</span>
        </>
      ),
    },
    {
      key: "limits",
      header: t("limits"),
      numeric: true,
      cell: (plan) => (
        <>
          {formatAmount(plan.minAmount, plan.currency, { exact: true })}
          <span className="block text-caption text-text-2">
            {plan.maxAmount === null
              ? t("noMaximum")
              : t("upTo", { amount: money(plan, plan.maxAmount) })}
          </span>
        </>
      ),
    },
    {
      key: "subscribed",
      header: t("subscribed"),
      numeric: true,
      cell: (plan) => (
        <>
          {money(plan, plan.subscribed)}
          <span className="block text-caption text-text-2">
            {plan.capacity === null
              ? t("noCapacity")
              : t("ofCapacity", { amount: money(plan, plan.capacity) })}
          </span>
        </>
      ),
    },
    {
      key: "records",
      header: t("savings"),
      cell: (plan) => (
        <TextLink href={`/admin/saving-plans?tab=savings&savingId=${plan.id}`}>
          {t("records", { live: count(plan.records.live), closed: count(plan.records.closed) })}
        </TextLink>
      ),
    },
    {
      key: "funding",
      header: t("funding"),
      cell: (plan) => <FundingPill state={plan.funding.state} />,
    },
    {
      key: "open",
      header: t("open"),
      cell: (plan) => (
        <span className="inline-flex items-center gap-2">
          <PlanSwitch plan={plan} hideLabel />
          {plan.isActive ? null : <StatusPill status="closed" />}
        </span>
      ),
    },
    {
      key: "actions",
      header: t("actions"),
      hiddenHeader: true,
      className: "whitespace-nowrap",
      cell: actions,
    },
  ];
  return { columns, actions };
}
