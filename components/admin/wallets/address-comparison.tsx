"use client";

import { useTranslations } from "next-intl";
import { DemoNote } from "@/components/deposits/deposit-address";
import { differences } from "@/lib/wallets/rules";

export interface AddressComparisonProps {
  /** Null where there was none. */
  before: string | null;
  after: string;
}

/** Two addresses beside each other; the characters of each that the other has not at that place are marked. */
export function AddressComparison({ before, after }: AddressComparisonProps) {
  const t = useTranslations("staffWallets");
  const count = Array.from(after).filter(
    (letter, index) => before?.charAt(index) !== letter,
  ).length;
  return (
    <div className="space-y-2">
      <dl className="grid grid-cols-2 gap-3">
        <div className="min-w-0 rounded-control bg-surface-2 p-3">
          <dt className="text-caption text-text-2">{t("oldAddress")}</dt>
          <dd>{before === null ? t("noAddress") : <Marked address={before} other={after} />}</dd>
        </div>
        <div className="min-w-0 rounded-control bg-surface-2 p-3">
          <dt className="text-caption text-text-2">{t("newAddress")}</dt>
          <dd>
            <Marked address={after} other={before ?? after} />
          </dd>
        </div>
      </dl>
      {before === null ? null : (
        <p className="text-caption text-text-2">{t("differing", { count, total: after.length })}</p>
      )}
    </div>
  );
}

function Marked({ address, other }: { address: string; other: string }) {
  return (
    <>
      <code translate="no" className="break-all font-mono text-body [user-select:all]">
        {differences(address, other).map(({ start, text, differs }) =>
          differs ? (
            <mark key={start} className="bg-warn-soft font-semibold text-warn underline">
              {text}
            </mark>
          ) : (
            <span key={start}>{text}</span>
          ),
        )}
      </code>
      <DemoNote address={address} />
    </>
  );
}
