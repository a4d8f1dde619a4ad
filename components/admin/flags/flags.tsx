"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import type { Flag } from "@/lib/flags/schema";
import { formatAmount, formatDateTime } from "@/lib/platform/ui/format";
import { UserLink } from "../users/user-link";

type Payments = Extract<Flag, { payments: unknown }>["payments"];
type People = Extract<Flag, { people: unknown }>["people"];

function Names({ people }: { people: People }) {
  return (
    <ul className="flex flex-wrap gap-x-3">
      {people.map((user) => (
        <li key={user.id}>
          <UserLink user={user} />
        </li>
      ))}
    </ul>
  );
}

function Others({ payments }: { payments: Payments }) {
  const t = useTranslations("staffDesk.flags");
  const status = useTranslations("ui.status");
  return (
    <ul>
      {payments.map((payment) => (
        <li key={payment.id}>
          {t("other", {
            number: payment.number,
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
function factsOf(flag: Flag): ReactNode {
  if ("payments" in flag) return <Others payments={flag.payments} />;
  if ("people" in flag) return <Names people={flag.people} />;
  if (flag.kind === "owes") {
    return flag.amounts
      .map(({ amount, currency }) => formatAmount(amount, currency, { exact: true }))
      .join(" · ");
  }
  return null;
}

/** What is worth a look about a payment. Nothing where there is nothing. */
export function Flags({ flags }: { flags: Flag[] }) {
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
            {factsOf(flag)}
          </li>
        ))}
      </ul>
      <p className="mt-2 text-caption text-text-2">{t("rule")}</p>
    </section>
  );
}
