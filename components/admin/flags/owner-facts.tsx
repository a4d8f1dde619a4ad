"use client";

import { CircleCheck, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import { Pill, StatusPill } from "@/components/ui/display/pill";
import { TextLink } from "@/components/ui/text-link";
import { Age } from "@/components/ui/time/age";
import { useDateTime } from "@/components/ui/time/use-date-time";
import type { OwnerFacts as Owner } from "@/lib/flags/schema";
import { formatAmount } from "@/lib/platform/ui/format";
import { UserLink } from "../users/user-link";

const MINUTE_MS = 60_000;
const HOUR_MIN = 60;
const DAY_H = 24;

const isZero = (amount: string) => /^[0.]+$/.test(amount);

/** Both currencies; XAUT only where there was some. */
const sumOf = ({ USDT, XAUT }: { USDT: string; XAUT: string }) =>
  [formatAmount(USDT, "USDT"), isZero(XAUT) ? null : formatAmount(XAUT, "XAUT")]
    .filter(Boolean)
    .join(" · ");

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0 [overflow-wrap:anywhere]">
      <dt className="text-caption text-text-2">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** How long a decision took, in the largest unit that says it. */
function useDuration() {
  const t = useTranslations("staffDesk.owner.took");
  return (from: string, to: string) => {
    const minutes = Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / MINUTE_MS));
    if (minutes < 2 * HOUR_MIN) return t("minutes", { count: minutes });
    const hours = Math.round(minutes / HOUR_MIN);
    return hours < 2 * DAY_H
      ? t("hours", { count: hours })
      : t("days", { count: Math.round(hours / DAY_H) });
  };
}

function Earlier({ kind, earlier }: { kind: Kind; earlier: Owner["earlier"] }) {
  const formatDateTime = useDateTime();
  const t = useTranslations("staffDesk");
  const took = useDuration();
  const id = useId();
  if (earlier.length === 0) return <p className="text-text-2">{t(`owner.${kind}.none`)}</p>;
  return (
    <div>
      <h4 id={id} className="text-caption text-text-2">
        {t(`owner.${kind}.earlier`)}
      </h4>
      <ul aria-labelledby={id}>
        {earlier.map((row) => (
          <li
            key={row.id}
            className="flex flex-wrap items-baseline justify-between gap-x-3 border-line py-1 not-last:border-b"
          >
            <span>
              <TextLink
                href={`/admin/${kind}s?review=${row.id}`}
                // What was entered in this review stays.
                target="_blank"
                rel="noopener"
              >
                {row.number}
                <span className="sr-only"> {t("sameHash.newTab")}</span>
              </TextLink>{" "}
              <span className="text-text-2">
                {formatDateTime(row.createdAt, { style: "date" })}
              </span>
            </span>
            <span>
              {formatAmount(row.amount, row.currency)}{" "}
              <span className="text-text-2">{row.network}</span>
            </span>
            <span className="ml-auto flex items-center gap-2">
              {row.processedAt ? (
                <span className="text-caption text-text-2">
                  {took(row.createdAt, row.processedAt)}
                </span>
              ) : null}
              <StatusPill status={row.status} />
            </span>
            {row.adminNotes ? (
              <p dir="auto" className="w-full text-caption text-text-2 [overflow-wrap:anywhere]">
                {row.adminNotes}
              </p>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

type Kind = "deposit" | "withdrawal";

/** Whose request it is: since when they are here, what came and went, what staff noted. */
export function OwnerFacts({
  kind,
  user,
  owner,
}: {
  kind: Kind;
  user: { id: string; username: string; email: string };
  owner: Owner;
}) {
  const formatDateTime = useDateTime();
  const t = useTranslations("staffDesk.owner");
  const id = useId();
  return (
    <section aria-labelledby={id} className="space-y-3 rounded-card border border-line p-4">
      <h3 id={id} className="font-semibold">
        <UserLink user={user} />
      </h3>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2">
        <Fact label={t("since")}>
          {formatDateTime(owner.memberSince, { style: "date" })}{" "}
          <span className="text-caption text-text-2">
            <Age at={owner.memberSince} />
          </span>
        </Fact>
        <Fact label={t("email")}>
          {user.email}{" "}
          {owner.emailVerified ? (
            <Pill tone="up" icon={CircleCheck}>
              {t("confirmed")}
            </Pill>
          ) : (
            <Pill tone="warn" icon={TriangleAlert}>
              {t("unconfirmed")}
            </Pill>
          )}
        </Fact>
        <Fact label={t("deposited")}>{sumOf(owner.deposited)}</Fact>
        <Fact label={t("withdrawn")}>{sumOf(owner.withdrawn)}</Fact>
      </dl>
      <Earlier kind={kind} earlier={owner.earlier} />
      {owner.notes.map((note) => (
        <div key={note.id} className="border-line border-l-2 pl-3">
          <p className="text-caption text-text-2">
            {t("note", {
              author: note.author,
              when: formatDateTime(note.createdAt, { style: "date" }),
            })}
          </p>
          <p dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
            {note.text}
          </p>
        </div>
      ))}
    </section>
  );
}
