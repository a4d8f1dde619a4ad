"use client";

import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Field } from "@/components/forms/field";
import { TextInput } from "@/components/forms/text-input";
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
        <ul className="list-disc pl-4">
          {others.map((other) => (
            <li key={other.id}>
              <Link
                href={`/admin/${kind}s?review=${other.id}`}
                className="underline underline-offset-2 hover:no-underline"
              >
                {t(`${kind}.one`, { number: other.number })}
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

const FRESH_MS = 10_000;

type Find<Row> = (own: Row, hash: string, signal?: AbortSignal) => Promise<SameHash>;

/**
 * Looks for other requests with the hash that is being entered.
 * @param find asks the server; what it can't tell is not warned of
 */
export function useSameHash<Row extends { id: string }>(kind: Kind, own: Row, find: Find<Row>) {
  const queryClient = useQueryClient();
  const [hash, setHash] = useState("");
  const text = hash.trim();
  const isOne = text !== "" && !/\s/.test(text);
  const asked = (value: string) =>
    queryOptions({
      queryKey: ["staff", kind, "hash", own.id, value],
      queryFn: ({ signal }) => find(own, value, signal),
      staleTime: FRESH_MS,
    });
  const { data: others = [] } = useQuery({ ...asked(text), enabled: isOne });
  return {
    hash,
    setHash,
    others,
    /** Whether one may go on: nothing speaks against it, or the warning is on the screen. */
    isLookedAt: async (): Promise<boolean> => {
      if (!isOne || others.length > 0) return true;
      const found = await queryClient.ensureQueryData(asked(text)).catch(() => []);
      return found.length === 0;
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
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
      <SameHashWarning kind={kind} others={others} />
    </>
  );
}
