"use client";

import { useTranslations } from "next-intl";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { Dialog } from "@/components/ui/overlays/dialog";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { type Difference, differenceOf, inUnits, targetNameOf } from "@/lib/audit/rules";
import type { AuditEntryDto } from "@/lib/audit/schema";
import { UNKNOWN } from "@/lib/platform/ui/format";
import { UserLink } from "../users/user-link";
import { useActionName } from "./action-name";

/** Writes day and second of an entry. */
export function useMoment() {
  const formatDateTime = useDateTime();
  return (at: string) =>
    `${formatDateTime(at, { style: "date" })}, ${formatDateTime(at, { style: "timeSeconds", zone: true })}`;
}

/** What was done, in words, with the log's own name for it. */
export function ActionName({ action }: { action: string }) {
  const name = useActionName()(action);
  if (name === null) return action;
  return (
    <>
      {name}
      <span className="block font-normal text-caption text-text-2">{action}</span>
    </>
  );
}

/** One entry of the audit log with what it changed, value by value. */
export function AuditEntryDialog({
  entry,
  open,
  onClose,
}: {
  entry: AuditEntryDto;
  open: boolean;
  onClose: () => void;
}) {
  const t = useTranslations("staffAudit");
  const momentOf = useMoment();
  const changes = differenceOf(entry.before, entry.after).map(inUnits);
  const mono = (text: string | null) =>
    text === null ? UNKNOWN : <code className="break-all font-mono text-caption">{text}</code>;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      placement="side"
      title={t("entry", { number: entry.id })}
    >
      <div className="space-y-4">
        <KeyValueRows
          rows={[
            { label: t("action"), value: <ActionName action={entry.action} />, strong: true },
            {
              label: t("time"),
              value: momentOf(entry.at),
            },
            { label: t("by"), value: entry.actor?.name ?? t("system") },
            {
              label: t("user"),
              value: entry.user === null ? UNKNOWN : <UserLink user={entry.user} />,
            },
            ...(entry.reason ? [{ label: t("reason"), value: entry.reason, stacked: true }] : []),
          ]}
        />
        <section aria-labelledby="audit-change">
          <h3 id="audit-change" className="mb-2 font-semibold">
            {t("change")}
          </h3>
          {changes.length === 0 ? (
            <p className="text-text-2">{t("noChange")}</p>
          ) : (
            <Changes changes={changes} />
          )}
        </section>
        <KeyValueRows
          boxed
          rows={[
            { label: t("targetType"), value: entry.targetType },
            { label: t("about"), value: targetNameOf(entry) ?? UNKNOWN },
            { label: t("target"), value: mono(entry.targetId), stacked: true },
            { label: t("request"), value: mono(entry.requestId), stacked: true },
            { label: t("ip"), value: entry.ip ?? UNKNOWN },
            { label: t("hash"), value: mono(entry.hash), stacked: true },
          ]}
        />
      </div>
    </Dialog>
  );
}

function Changes({ changes }: { changes: Difference[] }) {
  const t = useTranslations("staffAudit");
  return (
    <table className="w-full table-fixed text-caption">
      <caption className="sr-only">{t("change")}</caption>
      <thead className="text-left text-text-2">
        <tr>
          <th scope="col" className="py-1 pr-2 font-normal">
            {t("value")}
          </th>
          <th scope="col" className="py-1 pr-2 font-normal">
            {t("before")}
          </th>
          <th scope="col" className="py-1 font-normal">
            {t("after")}
          </th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ path, before, after }) => (
          <tr key={path} className="border-line border-t align-top [overflow-wrap:anywhere]">
            <th scope="row" className="py-1.5 pr-2 text-left font-medium">
              {path || t("value")}
            </th>
            <td className="py-1.5 pr-2">
              {before === null ? UNKNOWN : <del className="text-down no-underline">{before}</del>}
            </td>
            <td className="py-1.5">
              {after === null ? UNKNOWN : <ins className="text-up no-underline">{after}</ins>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
