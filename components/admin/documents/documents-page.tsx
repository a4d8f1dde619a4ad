"use client";

import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { AdminPage } from "@/components/layout/admin-shell";
import { ButtonLink } from "@/components/ui/button";
import { DataList } from "@/components/ui/display/data-list";
import { Pill } from "@/components/ui/display/pill";
import { QueryState } from "@/components/ui/display/query-state";
import { FilterChips } from "@/components/ui/filter-chips";
import { TextLink } from "@/components/ui/text-link";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { useAdminDocuments } from "@/lib/documents/staff-client";
import type { AdminDocumentDto } from "@/lib/documents/staff-schema";
import { type DocumentType, documentTypes } from "@/lib/documents/types";
import { DocumentStatus } from "./document-actions";
import { languageName } from "./language-name";

const DEFAULT_LANGUAGE = "en";

type Row = { type: DocumentType; language: string; document: AdminDocumentDto | undefined };

/** The public texts of the site in one language, and which of them are missing in it. */
export function DocumentsPage({ mayChange }: { mayChange: boolean }) {
  const t = useTranslations("staffDocuments");
  const answer = useAdminDocuments();
  return (
    <AdminPage
      title={t("title")}
      actions={mayChange ? <ButtonLink href="/admin/documents/new">{t("new")}</ButtonLink> : null}
    >
      {answer.data ? (
        <Documents documents={answer.data} mayChange={mayChange} />
      ) : (
        <QueryState
          query={answer}
          label={t("loading")}
          rows={5}
          rowClass="h-12"
          text={(reason) => t("failed", { reason })}
        />
      )}
    </AdminPage>
  );
}

function Documents({
  documents,
  mayChange,
}: {
  documents: AdminDocumentDto[];
  mayChange: boolean;
}) {
  const formatDateTime = useDateTime();
  const t = useTranslations("staffDocuments");
  const language = useSearchParams().get("language") ?? DEFAULT_LANGUAGE;
  const languages = [...new Set([DEFAULT_LANGUAGE, ...documents.map((each) => each.language)])];
  const rows: Row[] = documentTypes.map((type) => ({
    type,
    language,
    document: documents.find((each) => each.type === type && each.language === language),
  }));
  return (
    <>
      <FilterChips
        label={t("language")}
        items={languages.sort().map((code) => ({
          href: `/admin/documents?language=${code}`,
          label: languageName(code),
          active: code === language,
        }))}
      />
      <DataList
        caption={t("listOf", { language: languageName(language) })}
        rows={rows}
        rowKey={({ type }) => type}
        columns={[
          { key: "type", header: t("type"), cell: (row) => <TypeName row={row} /> },
          {
            key: "title",
            header: t("titleColumn"),
            className: "[overflow-wrap:anywhere]",
            cell: ({ document }) => document?.title ?? <Pill>{t("missing")}</Pill>,
          },
          {
            key: "version",
            header: t("version"),
            numeric: true,
            cell: ({ document }) => document?.version ?? "—",
          },
          {
            key: "updated",
            header: t("updated"),
            at: ({ document }) => document?.updatedAt,
          },
          {
            key: "status",
            header: t("public"),
            cell: ({ document }) =>
              document ? (
                <DocumentStatus document={document} mayChange={mayChange} hideLabel />
              ) : (
                "—"
              ),
          },
          {
            key: "open",
            header: t("open"),
            hiddenHeader: true,
            cell: (row) => <OpenLink row={row} mayChange={mayChange} />,
          },
        ]}
        card={(row) => ({
          title: <TypeName row={row} />,
          amount: row.document ? t("versionOf", { version: row.document.version }) : null,
          meta: row.document
            ? t("updatedAt", { time: formatDateTime(row.document.updatedAt, { zone: true }) })
            : t("missing"),
          status: row.document ? (
            <DocumentStatus document={row.document} mayChange={mayChange} hideLabel />
          ) : null,
          actions: <OpenLink row={row} mayChange={mayChange} />,
        })}
      />
    </>
  );
}

function TypeName({ row }: { row: Row }) {
  const t = useTranslations("staffDocuments");
  return <span className="font-medium">{t(`types.${row.type}`)}</span>;
}

function OpenLink({ row, mayChange }: { row: Row; mayChange: boolean }) {
  const t = useTranslations("staffDocuments");
  const type = t(`types.${row.type}`);
  if (row.document) {
    return (
      <TextLink
        look="action"
        href={`/admin/documents/${row.document.id}`}
        aria-label={t(mayChange ? "editOf" : "viewOf", { type })}
      >
        {t(mayChange ? "edit" : "view")}
      </TextLink>
    );
  }
  if (!mayChange) return null;
  return (
    <TextLink
      look="action"
      href={`/admin/documents/new?type=${row.type}&language=${row.language}`}
      aria-label={t("writeOf", { type })}
    >
      {t("write")}
    </TextLink>
  );
}
