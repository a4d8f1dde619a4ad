"use client";

import { ArrowRightLeft } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { AdminPage } from "@/components/layout/admin-shell";
import { Button } from "@/components/ui/button";
import { Banner } from "@/components/ui/display/banner";
import { QueryState } from "@/components/ui/display/query-state";
import { Loading, SkeletonRows } from "@/components/ui/display/skeleton";
import { lazyDialog, lazyPart } from "@/components/ui/overlays/lazy-part";
import { Tabs } from "@/components/ui/tabs";
import { useHouse } from "@/lib/house/client";
import type { HouseResponse } from "@/lib/house/schema";
import { messageOf } from "@/lib/platform/client/api";
import { HOUSE_FILTERS } from "../lists/list-names";
import { useListUrl } from "../lists/use-list-url";
import { useMay } from "../panel/staff-rights";
import { AccountsTable } from "./accounts-table";
import { MovementsList } from "./movements-list";
import { draftFromAddress, EMPTY_TRANSFER, type TransferDraft } from "./transfer-draft";
import { useTransferDecision } from "./use-transfer-decision";

const Transfer = lazyDialog(() => import("./transfer").then((module) => module.Transfer));

const Limits = lazyPart(() => import("./limits").then((module) => module.Limits), LimitsLoading);

const TABS = ["accounts", "movements", "limits"] as const;

/** The house's own money: accounts, transfers between them, movements, and the caps on options. */
export function HousePage() {
  const t = useTranslations("staffHouse");
  const answer = useHouse();
  if (answer.data) {
    return (
      <House
        house={answer.data}
        failure={answer.isError ? t("failed", { reason: messageOf(answer.error) }) : null}
      />
    );
  }
  return (
    <AdminPage title={t("title")}>
      <QueryState
        query={answer}
        label={t("title")}
        rows={8}
        rowClass="h-12"
        text={(reason) => t("failed", { reason })}
      />
    </AdminPage>
  );
}

type Moving = { draft: TransferDraft; open: boolean; count: number };

function House({ house, failure }: { house: HouseResponse; failure: string | null }) {
  const t = useTranslations("staffHouse");
  const url = useListUrl(HOUSE_FILTERS);
  const canWrite = useMay("house.transfer");
  const tab = TABS.find((one) => one === url.parameter("tab")) ?? "accounts";
  // Another page may propose a transfer in the address.
  const [moving, setMoving] = useState<Moving | null>(() => {
    const draft = draftFromAddress(url.parameter("move"));
    return draft && canWrite ? { draft, open: true, count: 1 } : null;
  });
  const close = () => {
    setMoving((now) => now && { ...now, open: false });
    if (url.parameter("move")) url.setParameter("move", null);
  };
  const decision = useTransferDecision(close);
  const move = (draft: TransferDraft) => {
    decision.restart();
    setMoving((now) => ({ draft, open: true, count: (now?.count ?? 0) + 1 }));
  };
  return (
    <AdminPage
      title={t("title")}
      actions={
        canWrite ? (
          <Button icon={<ArrowRightLeft aria-hidden="true" />} onClick={() => move(EMPTY_TRANSFER)}>
            {t("move.open")}
          </Button>
        ) : undefined
      }
    >
      {failure ? (
        <Banner tone="error" live>
          {failure}
        </Banner>
      ) : null}
      <Tabs
        label={t("title")}
        value={tab}
        onValueChange={(next) => url.setParameter("tab", next === "accounts" ? null : next)}
        tabs={[
          {
            value: "accounts",
            label: t("tabs.accounts"),
            content: (
              <div className="space-y-4">
                <AccountsTable house={house} onMove={move} />
              </div>
            ),
          },
          {
            value: "movements",
            label: t("tabs.movements"),
            content: <MovementsList url={url} house={house} />,
          },
          {
            value: "limits",
            label: t("tabs.limits"),
            content: <Limits limits={house.limits} />,
          },
        ]}
      />
      {moving ? (
        <Transfer
          key={moving.count}
          open={moving.open}
          onClose={close}
          house={house}
          decision={decision}
          start={moving.draft}
        />
      ) : null}
    </AdminPage>
  );
}

function LimitsLoading() {
  const t = useTranslations("staffHouse.tabs");
  return (
    <Loading label={t("limits")}>
      <SkeletonRows count={2} className="h-40" />
    </Loading>
  );
}
