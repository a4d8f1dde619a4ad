"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { AdminPage } from "@/components/layout/admin-shell";
import { Button } from "@/components/ui/button";
import { Banner } from "@/components/ui/display/banner";
import { QueryState } from "@/components/ui/display/query-state";
import { lazyDialog } from "@/components/ui/overlays/lazy-part";
import { Tabs } from "@/components/ui/tabs";
import { TextLink } from "@/components/ui/text-link";
import { messageOf } from "@/lib/platform/client/api";
import type { ReserveDto } from "@/lib/transparency/reserves/schema";
import { useStaffReserves } from "@/lib/transparency/reserves/staff-client";
import { RESERVE_FILTERS } from "../lists/list-names";
import { useListUrl } from "../lists/use-list-url";
import { useMay } from "../panel/staff-rights";
import { CoverageTable } from "./coverage-table";
import { FormerReserves } from "./former-reserves";
import { ListedReserves } from "./listed-reserves";

const ListReserve = lazyDialog(() => import("./list-reserve").then((module) => module.ListReserve));
const RemoveReserve = lazyDialog(() =>
  import("./remove-reserve").then((module) => module.RemoveReserve),
);

/** What is open over the list; the count makes each opening a form of its own. */
type Step = { kind: "list" | "remove"; reserve: ReserveDto | null; open: boolean; count: number };

/** What the site holds, as everybody reads it, and every change of it. */
export function ReservesPage() {
  const t = useTranslations("staffReserves");
  const url = useListUrl(RESERVE_FILTERS);
  const canPublish = useMay("reserves.publish");
  const answer = useStaffReserves();
  const [step, setStep] = useState<Step | null>(null);
  const open = (kind: Step["kind"], reserve: ReserveDto | null) =>
    setStep((before) => ({ kind, reserve, open: true, count: (before?.count ?? 0) + 1 }));
  const close = () => setStep((before) => before && { ...before, open: false });
  const { data } = answer;
  const tab = url.parameter("tab") === "history" ? "history" : "listed";
  return (
    <AdminPage
      title={t("title")}
      actions={
        canPublish && data ? (
          <Button icon={<Plus aria-hidden="true" />} onClick={() => open("list", null)}>
            {t("add")}
          </Button>
        ) : null
      }
    >
      <p className="max-w-prose text-text-2">
        {t.rich("intro", {
          page: (chunks) => <TextLink href="/transparency#reserves">{chunks}</TextLink>,
        })}
      </p>
      {data && answer.isError ? (
        <Banner tone="error" live>
          {t("failed", { reason: messageOf(answer.error) })}
        </Banner>
      ) : null}
      {data === undefined ? (
        <QueryState
          query={answer}
          label={t("title")}
          rows={8}
          rowClass="h-12"
          text={(reason) => t("failed", { reason })}
        />
      ) : (
        <>
          <CoverageTable {...data} />
          <Tabs
            label={t("title")}
            value={tab}
            onValueChange={(next) => url.setParameter("tab", next === "listed" ? null : next)}
            tabs={[
              {
                value: "listed",
                label: t("listed"),
                content: (
                  <ListedReserves
                    reserves={data.reserves}
                    busy={answer.isFetching}
                    onUpdate={canPublish ? (reserve) => open("list", reserve) : null}
                    onRemove={canPublish ? (reserve) => open("remove", reserve) : null}
                  />
                ),
              },
              { value: "history", label: t("history"), content: <FormerReserves url={url} /> },
            ]}
          />
          {step?.kind === "list" ? (
            <ListReserve
              key={step.count}
              open={step.open}
              onClose={close}
              site={data}
              place={step.reserve}
            />
          ) : null}
          {step?.kind === "remove" && step.reserve ? (
            <RemoveReserve
              key={step.count}
              open={step.open}
              onClose={close}
              reserve={step.reserve}
            />
          ) : null}
        </>
      )}
    </AdminPage>
  );
}
