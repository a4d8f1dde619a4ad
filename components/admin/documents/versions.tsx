"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { DataList } from "@/components/ui/display/data-list";
import { Pill } from "@/components/ui/display/pill";
import { QueryState } from "@/components/ui/display/query-state";
import { LoadMore } from "@/components/ui/pagination";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { useVersions } from "@/lib/documents/staff-client";
import { VersionDialog, type VersionDialogProps } from "./version-dialog";

type VersionsProps = Pick<VersionDialogProps, "document" | "isUnsaved" | "mayChange">;

/** Every text that a document had: look at it, compare it, bring it back. */
export function Versions({ document, isUnsaved, mayChange }: VersionsProps) {
  const formatDateTime = useDateTime();
  const t = useTranslations("staffDocuments.versions");
  const answer = useVersions(document.id);
  const [shown, setShown] = useState<number | null>(null);
  const rows = answer.data?.pages.flatMap(({ versions }) => versions);
  const view = (version: number) => (
    <Button
      variant="outline"
      onClick={() => setShown(version)}
      aria-label={t("viewOf", { version })}
    >
      {t("view")}
    </Button>
  );
  return (
    <Card aria-labelledby="versions">
      <SectionTitle id="versions">{t("title")}</SectionTitle>
      {rows ? (
        <DataList
          caption={t("title")}
          rows={rows}
          rowKey={({ version }) => String(version)}
          columns={[
            {
              key: "version",
              header: t("version"),
              cell: ({ version }) => (
                <span className="inline-flex items-center gap-2">
                  {version}
                  {version === document.version ? <Pill tone="info">{t("current")}</Pill> : null}
                </span>
              ),
            },
            {
              key: "title",
              header: t("titleColumn"),
              className: "[overflow-wrap:anywhere]",
              cell: ({ title }) => title,
            },
            { key: "author", header: t("author"), cell: ({ author }) => author ?? t("site") },
            {
              key: "created",
              header: t("created"),
              at: ({ createdAt }) => createdAt,
            },
            {
              key: "view",
              header: t("view"),
              hiddenHeader: true,
              cell: ({ version }) => view(version),
            },
          ]}
          card={({ version, title, author, createdAt }) => ({
            title: `${version} · ${title}`,
            meta: `${formatDateTime(createdAt, { zone: true })} · ${author ?? t("site")}`,
            status: version === document.version ? <Pill tone="info">{t("current")}</Pill> : null,
            actions: view(version),
          })}
        />
      ) : (
        <QueryState
          query={answer}
          label={t("loading")}
          rows={3}
          rowClass="h-12"
          text={(reason) => t("failed", { reason })}
        />
      )}
      <LoadMore query={answer} />
      <VersionDialog
        document={document}
        version={shown}
        isUnsaved={isUnsaved}
        mayChange={mayChange}
        onClose={() => setShown(null)}
      />
    </Card>
  );
}
