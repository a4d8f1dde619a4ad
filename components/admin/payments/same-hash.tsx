"use client";

import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { FieldPath } from "react-hook-form";
import { FormText } from "@/components/forms/form-fields";
import type { SchemaFormState } from "@/components/forms/use-schema-form";
import { Link } from "@/components/ui/link";
import { ApiError } from "@/lib/platform/client/api";
import { hasHashForm } from "@/lib/wallets/names";
import type { SameHash } from "@/lib/wallets/payment-schema";

type Kind = "deposit" | "withdrawal";

/** Says which other requests have the same transaction hash: the same transfer may be theirs. */
export function SameHashWarning({ kind, others }: { kind: Kind; others: SameHash }) {
  const t = useTranslations("staffDesk.sameHash");
  const status = useTranslations("ui.status");
  if (others.length === 0) return null;
  return (
    <div role="alert" className="flex items-start gap-3 rounded-control bg-warn-soft p-3 text-warn">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0">
        <p className="font-semibold">{t(`${kind}.title`, { count: others.length })}</p>
        <ul className="list-disc space-y-1 pl-4">
          {others.map((other) => (
            <li key={other.id}>
              <Link
                href={`/admin/${kind}s?review=${other.id}`}
                // What was entered beside the warning stays.
                target="_blank"
                rel="noopener"
                className="underline underline-offset-2 hover:no-underline"
              >
                {t(`${kind}.one`, { number: other.number })}
                <span className="sr-only"> {t("newTab")}</span>
              </Link>
              , {status(other.status)}
            </li>
          ))}
        </ul>
        <p>{t(`${kind}.makeSure`)}</p>
      </div>
    </div>
  );
}

type Own = { sameHash: SameHash };

/**
 * Which other requests have the hash that is being entered: those known with the request, and those that the
 * server's answer to a decision named.
 */
export function useSameHash({ sameHash: known }: Own, hash: string) {
  const [warning, setWarning] = useState<Own & { hash: string }>({ hash: "", sameHash: [] });
  const text = hash.trim();
  const named = warning.hash === text ? warning.sameHash : [];
  const others = [...known, ...named.filter(({ id }) => known.every((one) => one.id !== id))];
  return {
    others,
    /** The ids of what is shown: what a decision is made in the knowledge of. */
    seen: others.map(({ id }) => id),
    /** Whether a deposit of them was credited: crediting it once more takes a reason and two people. */
    isCredited: others.some(({ status }) => status === "completed"),
    /** Takes up what went wrong with a decision: the warning belongs to the hash that was sent. */
    warn: (failure: unknown) => {
      const named = failure instanceof ApiError ? failure.body.sameHash : undefined;
      if (named) setWarning({ hash: text, sameHash: named as SameHash });
    },
  };
}

/** Where staff enter the hash of a transfer, with what speaks against it. */
export function HashField<Draft extends { transactionHash: string }, Input>({
  form,
  kind,
  network,
  label,
  hint,
  required = false,
  text,
  others,
  sending,
}: {
  form: SchemaFormState<Draft, Input>;
  kind: Kind;
  network: string;
  label: string;
  hint: string;
  required?: boolean;
  /** What is typed. */
  text: string;
  others: SameHash;
  /** While it is sent, it stays as it was sent. */
  sending: boolean;
}) {
  const t = useTranslations("staffDesk");
  const isFine = text.trim() === "" || hasHashForm(text.trim());
  return (
    <>
      <FormText
        form={form}
        name={"transactionHash" as FieldPath<Draft>}
        label={label}
        hint={isFine ? hint : t("hashOdd", { network })}
        spellCheck={false}
        maxLength={500}
        aria-required={required}
        readOnly={sending}
      />
      <SameHashWarning kind={kind} others={others} />
    </>
  );
}
