"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import type { ComponentType } from "react";
import { lazyPart } from "@/components/ui/overlays/lazy-part";
import { Tabs } from "@/components/ui/tabs";
import { useRequestKey } from "@/lib/platform/client/request-key";
import { may, type Needed } from "@/lib/sessions/permission-rules";
import { PAYMENT_FILTERS, TRADE_FILTERS } from "@/lib/views/rules";
import { useListUrl } from "../lists/use-list-url";
import { useStaffRights } from "../panel/staff-rights";
import { useBalanceDecision } from "../users/use-balance-decision";
import type { KeptTabProps, UserTabProps } from "./tab-props";
import { TabLoading } from "./tab-states";

type UserTab = { name: string; needed: Needed; Content: ComponentType<KeptTabProps> };

/** A tab whose code does not come says so in its place, not instead of the page. */
const orRetry = (load: () => Promise<ComponentType<KeptTabProps>>) => () =>
  load().catch(() => lazyPart(load, TabLoading));

/** The tabs in their order, each loaded when it is opened. A tab's name is also the key of its label. */
const TABS = [
  {
    name: "balance",
    needed: "users.read",
    Content: dynamic(
      orRetry(() => import("./activity/balance-tab").then((tab) => tab.BalanceTab)),
      {
        loading: TabLoading,
      },
    ),
  },
  {
    name: "ledger",
    needed: "users.read",
    Content: dynamic(
      orRetry(() => import("./activity/ledger-tab").then((tab) => tab.LedgerTab)),
      {
        loading: TabLoading,
      },
    ),
  },
  {
    name: "trades",
    needed: "trades.read",
    Content: dynamic(
      orRetry(() => import("./activity/trades-tab").then((tab) => tab.TradesTab)),
      {
        loading: TabLoading,
      },
    ),
  },
  {
    name: "payments",
    needed: ["deposits.read", "withdrawals.read"],
    Content: dynamic(
      orRetry(() => import("./activity/payments-tab").then((tab) => tab.PaymentsTab)),
      {
        loading: TabLoading,
      },
    ),
  },
  {
    name: "savings",
    needed: "savings.read",
    Content: dynamic(
      orRetry(() => import("./activity/savings-tab").then((tab) => tab.SavingsTab)),
      {
        loading: TabLoading,
      },
    ),
  },
  {
    name: "security",
    needed: "users.read",
    Content: dynamic(
      orRetry(() => import("./access/security-tab").then((tab) => tab.SecurityTab)),
      {
        loading: TabLoading,
      },
    ),
  },
  {
    name: "rights",
    needed: "staff.read",
    Content: dynamic(
      orRetry(() => import("./access/rights-tab").then((tab) => tab.RightsTab)),
      {
        loading: TabLoading,
      },
    ),
  },
  {
    name: "limits",
    needed: "users.read",
    Content: dynamic(
      orRetry(() => import("./trading/limits-tab").then((tab) => tab.LimitsTab)),
      {
        loading: TabLoading,
      },
    ),
  },
  {
    name: "referrals",
    needed: "users.read",
    Content: dynamic(
      orRetry(() => import("./activity/referrals-tab").then((tab) => tab.ReferralsTab)),
      {
        loading: TabLoading,
      },
    ),
  },
  {
    name: "notes",
    needed: "users.read",
    Content: dynamic(
      orRetry(() => import("./notes-tab").then((tab) => tab.NotesTab)),
      {
        loading: TabLoading,
      },
    ),
  },
  {
    name: "audit",
    needed: "users.read",
    Content: dynamic(
      orRetry(() => import("./activity/audit-tab").then((tab) => tab.AuditTab)),
      {
        loading: TabLoading,
      },
    ),
  },
  {
    name: "danger",
    needed: "users.read",
    Content: dynamic(
      orRetry(() => import("./access/danger-tab").then((tab) => tab.DangerTab)),
      {
        loading: TabLoading,
      },
    ),
  },
] as const satisfies UserTab[];

const FIRST = "balance";
const PARAMETER = "tab";
const NO_FILTERS: string[] = [];
/** What tabs keep in the address: another tab starts afresh. */
const TAB_STATE = Object.fromEntries(
  [...PAYMENT_FILTERS, ...TRADE_FILTERS, "review", "kind"].map((name) => [name, null]),
);

/** Everything about a user, part by part; the open part stands in the address. */
export function UserTabs(props: UserTabProps) {
  const t = useTranslations("staffUser");
  const url = useListUrl(NO_FILTERS);
  const rights = useStaffRights();
  const kept: KeptTabProps = {
    ...props,
    balance: useBalanceDecision(props.user.id),
    setupKey: useRequestKey(),
  };
  const tabs = TABS.filter(({ needed }) => may(rights, needed));
  const wanted = url.parameter(PARAMETER);
  const current = tabs.find(({ name }) => name === wanted)?.name ?? FIRST;
  return (
    <Tabs
      label={t("sections")}
      tabs={tabs.map(({ name, Content }) => ({
        value: name,
        label: t(`tabs.${name}`),
        content: <Content {...kept} />,
      }))}
      value={current}
      onValueChange={(tab) => url.change({ ...TAB_STATE, [PARAMETER]: tab === FIRST ? null : tab })}
    />
  );
}
