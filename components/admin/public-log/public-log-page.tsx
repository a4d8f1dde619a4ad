"use client";

import { useTranslations } from "next-intl";
import { AdminPage } from "@/components/layout/admin-shell";
import { Banner } from "@/components/ui/display/banner";
import { QueryState } from "@/components/ui/display/query-state";
import { TextLink } from "@/components/ui/text-link";
import { messageOf } from "@/lib/platform/client/api";
import { usePublicLog } from "@/lib/public-log/client";
import type { PublicLogDto } from "@/lib/public-log/schema";
import { AlertBanner } from "../overview/overview-alerts";
import { CheckpointCard } from "./checkpoint-card";
import { BoardCard, LiabilitiesCard } from "./published-cards";
import { WitnessesCard } from "./witnesses-card";

/** Whether the public log goes on, who signs it, and what was published last. */
export function PublicLogPage() {
  const t = useTranslations("staffPublicLog");
  const answer = usePublicLog();
  const { data } = answer;
  return (
    <AdminPage title={t("title")}>
      <p className="max-w-prose text-text-2">
        {t.rich("intro", { page: (chunks) => <TextLink href="/transparency">{chunks}</TextLink> })}
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
          rows={4}
          rowClass="h-28"
          text={(reason) => t("failed", { reason })}
        />
      ) : (
        <>
          <Alerts alerts={data.alerts} />
          <div className="grid items-start gap-4 xl:grid-cols-2">
            <CheckpointCard {...data} />
            <div className="grid gap-4">
              <LiabilitiesCard snapshot={data.liabilities} />
              <BoardCard board={data.board} />
            </div>
          </div>
          <WitnessesCard witnesses={data.witnesses} size={data.log?.size ?? 0} />
        </>
      )}
    </AdminPage>
  );
}

function Alerts({ alerts }: Pick<PublicLogDto, "alerts">) {
  const t = useTranslations("staffPublicLog");
  if (alerts.length === 0) return <Banner tone="success">{t("sound")}</Banner>;
  return (
    <ul className="space-y-2">
      {alerts.map((alert) => (
        <li key={alert.code}>
          <AlertBanner
            alert={alert}
            action={
              <TextLink look="action" href="/admin/help#the-public-log">
                {t("explain")}
              </TextLink>
            }
          />
        </li>
      ))}
    </ul>
  );
}
