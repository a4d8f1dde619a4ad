"use client";

import { TriangleAlert } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Field } from "@/components/forms/field";
import { TextInput } from "@/components/forms/text-input";
import { ApiError } from "@/lib/platform/client/api";
import { hasHashForm } from "@/lib/wallets/names";
import type { SameHash } from "@/lib/wallets/payment-schema";
import { HASH_REPEATED } from "./use-decision";

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
        <ul className="list-disc pl-4">
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
 * The hash that is being entered, and which other requests have it: those known with the request, and
 * those that the server's answer to a decision named.
 */
export function useSameHash({ sameHash: known }: Own) {
  const [hash, setHash] = useState("");
  const [warning, setWarning] = useState<Own & { hash: string }>({ hash: "", sameHash: [] });
  const text = hash.trim();
  const named = warning.hash === text ? warning.sameHash : [];
  const others = [...known, ...named.filter(({ id }) => known.every((one) => one.id !== id))];
  return {
    hash,
    setHash,
    others,
    /** The ids of what is shown: what a decision is made in the knowledge of. */
    seen: others.map(({ id }) => id),
    /** Takes up what went wrong with a decision: the warning belongs to the hash that was sent. */
    warn: (failure: unknown) => {
      if (!(failure instanceof ApiError) || failure.code !== HASH_REPEATED) return;
      setWarning({ hash: text, sameHash: failure.body.sameHash as SameHash });
    },
  };
}

/** Where staff enter the hash of a transfer, with what speaks against it. */
export function HashField({
  kind,
  network,
  label,
  hint,
  error,
  required = false,
  value,
  others,
  sending,
  onChange,
}: {
  kind: Kind;
  network: string;
  label: string;
  hint: string;
  error: string | undefined;
  required?: boolean;
  value: string;
  others: SameHash;
  /** While it is sent, it stays as it was sent. */
  sending: boolean;
  onChange: (text: string) => void;
}) {
  const t = useTranslations("staffDesk");
  const text = value.trim();
  return (
    <>
      <Field
        label={label}
        hint={text === "" || hasHashForm(text) ? hint : t("hashOdd", { network })}
        error={error}
      >
        <TextInput
          name="transactionHash"
          autoComplete="off"
          spellCheck={false}
          maxLength={128}
          aria-required={required}
          readOnly={sending}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
      <SameHashWarning kind={kind} others={others} />
    </>
  );
}
