"use client";

import { useTranslations } from "next-intl";
import { useActionName } from "@/components/admin/audit/action-name";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { differenceOf, inUnits } from "@/lib/audit/rules";
import type { AuditEntryDto, AuditList } from "@/lib/audit/schema";
import { UNKNOWN } from "@/lib/platform/ui/format";
import { useUserPages } from "@/lib/staff/user-client";
import type { UserTabProps } from "../tab-props";
import { MoreList } from "./more-list";

/** "isActive: true → false" for each value that changed. */
function changeOf({ before, after }: AuditEntryDto): string {
  return differenceOf(before, after)
    .map(inUnits)
    .map(({ path, before: was, after: is }) => {
      const values = was === null ? is : `${was} → ${is ?? UNKNOWN}`;
      return path ? `${path}: ${values}` : values;
    })
    .join(", ");
}

/** Everything that staff and the system did with a user's account, with before and after. */
export function AuditTab({ user }: UserTabProps) {
  const formatDateTime = useDateTime();
  const t = useTranslations("staffUser.audit");
  const actionName = useActionName();
  const answer = useUserPages<AuditList>(user.id, "audit");
  const nameOf = ({ action }: AuditEntryDto) => actionName(action) ?? action;
  const actorOf = ({ actor }: AuditEntryDto) => actor?.name ?? t("system");
  return (
    <MoreList
      id="audit"
      title={t("title")}
      text={t("text")}
      answer={answer}
      rowsOf={(page) => page.entries}
      emptyText={t("empty")}
      columns={[
        { key: "time", header: t("time"), at: ({ at }) => at },
        { key: "actor", header: t("actor"), cell: actorOf },
        {
          key: "action",
          header: t("action"),
          className: "w-full [overflow-wrap:anywhere]",
          cell: (row) => (
            <>
              {nameOf(row)}
              {row.reason ? <span className="block text-text-2">{row.reason}</span> : null}
              <span className="block text-caption text-text-2">{changeOf(row)}</span>
            </>
          ),
        },
        { key: "ip", header: t("ip"), className: "text-text-2", cell: ({ ip }) => ip ?? UNKNOWN },
      ]}
      card={(row) => ({
        title: nameOf(row),
        meta: [actorOf(row), formatDateTime(row.at, { zone: true }), row.reason, changeOf(row)]
          .filter(Boolean)
          .join(" · "),
      })}
    />
  );
}
