"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { lazyDialog } from "@/components/ui/overlays/lazy-part";
import { FILE_LINK, TextLink } from "@/components/ui/text-link";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { formatUtc } from "@/lib/platform/ui/date-time";
import { formatAmount } from "@/lib/platform/ui/format";
import type { PublicLogDto } from "@/lib/public-log/schema";
import { useMay } from "../panel/staff-rights";

const PublishLiabilities = lazyDialog(() =>
  import("./publish-liabilities").then((module) => module.PublishLiabilities),
);

/** The newest tree of what customers are owed, and the way to publish another. */
export function LiabilitiesCard({ snapshot }: { snapshot: PublicLogDto["liabilities"] }) {
  const t = useTranslations("staffPublicLog");
  const formatDateTime = useDateTime();
  const canPublish = useMay("reserves.publish");
  const [opened, setOpened] = useState({ isOpen: false, count: 0 });
  return (
    <Card aria-labelledby="liabilities">
      <SectionTitle
        id="liabilities"
        action={
          canPublish ? (
            <Button
              variant="outline"
              onClick={() => setOpened(({ count }) => ({ isOpen: true, count: count + 1 }))}
            >
              {t("publish")}
            </Button>
          ) : null
        }
      >
        {t("liabilities")}
      </SectionTitle>
      {snapshot === null ? (
        <p className="text-text-2">{t("noLiabilities")}</p>
      ) : (
        <KeyValueRows
          rows={[
            { label: t("publishedAt"), value: formatDateTime(snapshot.at, { zone: true }) },
            { label: t("atEntry"), value: t("number", { value: Number(snapshot.height) }) },
            { label: t("accounts"), value: t("number", { value: snapshot.accounts }) },
            ...(["USDT", "XAUT"] as const).map((currency) => ({
              label: t("total", { currency }),
              value: (
                <>
                  <p>{formatAmount(snapshot.trees[currency].total, currency)}</p>
                  <a href={snapshot.trees[currency].file} className={FILE_LINK} download>
                    {t("file")}
                    <span className="sr-only"> {currency}</span>
                  </a>
                </>
              ),
            })),
          ]}
        />
      )}
      {opened.count > 0 ? (
        <PublishLiabilities
          key={opened.count}
          open={opened.isOpen}
          onClose={() => setOpened(({ count }) => ({ isOpen: false, count }))}
        />
      ) : null}
    </Card>
  );
}

/** The newest figures of how the site did. */
export function BoardCard({ board }: Pick<PublicLogDto, "board">) {
  const t = useTranslations("staffPublicLog");
  const formatDateTime = useDateTime();
  return (
    <Card aria-labelledby="board">
      <SectionTitle id="board">{t("board")}</SectionTitle>
      {board === null ? (
        <p className="text-text-2">{t("noBoard")}</p>
      ) : (
        <>
          <KeyValueRows
            rows={[
              {
                label: t("boardDay"),
                value: formatUtc(`${board.day}T00:00:00Z`, { style: "date" }),
              },
              { label: t("boardAt"), value: formatDateTime(board.at, { zone: true }) },
            ]}
          />
          <TextLink look="action" href="/transparency#board">
            {t("toBoard")}
          </TextLink>
        </>
      )}
    </Card>
  );
}
