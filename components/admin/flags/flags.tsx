"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import { TextLink } from "@/components/ui/text-link";
import { useDateTime } from "@/components/ui/time/use-date-time";
import type { Flag } from "@/lib/flags/schema";
import { formatAmount } from "@/lib/platform/ui/format";
import { UserLink } from "../users/user-link";

type Payments = Extract<Flag, { payments: unknown }>["payments"];
type Kind = "deposit" | "withdrawal";
type People = Extract<Flag, { people: unknown }>["people"];

function Names({ people }: { people: People }) {
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-1">
      {people.map((user) => (
        <li key={user.id}>
          <UserLink user={user} />
        </li>
      ))}
    </ul>
  );
}

/** Other requests, each with the way to it: in a new tab, so that what was entered in this review stays. */
function Others({ payments, kind }: { payments: Payments; kind: Kind }) {
  const formatDateTime = useDateTime();
  const t = useTranslations("staffDesk.flags");
  const desk = useTranslations("staffDesk.sameHash");
  const status = useTranslations("ui.status");
  return (
    <ul className="space-y-1">
      {payments.map((payment) => (
        <li key={payment.id}>
          <TextLink href={`/admin/${kind}s?review=${payment.id}`} target="_blank" rel="noopener">
            {payment.number}
            <span className="sr-only"> {desk("newTab")}</span>
          </TextLink>{" "}
          {t("other", {
            status: status(payment.status),
            when: formatDateTime(payment.createdAt, { zone: true }),
          })}{" "}
          <UserLink user={payment.user} />
        </li>
      ))}
    </ul>
  );
}

/** The facts behind a flag, beyond its name. */
function factsOf(flag: Flag, kind: Kind): ReactNode {
  if ("payments" in flag) {
    // A hash is compared with requests of its own kind; all else that is named are deposits.
    const others = flag.kind === "same-hash" ? kind : "deposit";
    return <Others payments={flag.payments} kind={others} />;
  }
  if ("people" in flag) return <Names people={flag.people} />;
  if (flag.kind === "owes") {
    return flag.amounts
      .map(({ amount, currency }) => formatAmount(amount, currency, { exact: true }))
      .join(" · ");
  }
  return null;
}

/** What is worth a look about a payment. Nothing where there is nothing. */
export function Flags({ kind, flags }: { kind: Kind; flags: Flag[] }) {
  const formatDateTime = useDateTime();
  const t = useTranslations("staffDesk.flags");
  const id = useId();
  if (flags.length === 0) return null;
  const textOf = (flag: Flag) => {
    if (flag.kind === "large-amount") {
      return t("kinds.large-amount", {
        median: formatAmount(flag.median, flag.currency, { exact: true }),
      });
    }
    if (flag.kind === "new-credentials") {
      return t("kinds.new-credentials", { at: formatDateTime(flag.at, { zone: true }) });
    }
    return t(`kinds.${flag.kind}`);
  };
  return (
    <section aria-labelledby={id} className="rounded-card border border-line p-4">
      <h3 id={id} className="font-semibold">
        {t("title")}
      </h3>
      <ul className="mt-2 space-y-2">
        {flags.map((flag) => (
          <li key={flag.kind} className="border-warn border-l-2 pl-3 [overflow-wrap:anywhere]">
            {textOf(flag)}
            {factsOf(flag, kind)}
          </li>
        ))}
      </ul>
      <p className="mt-2 text-caption text-text-2">{t("rule")}</p>
    </section>
  );
}
