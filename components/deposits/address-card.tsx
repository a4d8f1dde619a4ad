"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { clockOffset } from "@/components/app/live/realtime-state";
import { CopyButton } from "@/components/ui/copy-button";
import { Address } from "@/components/ui/display/address";
import { Banner } from "@/components/ui/display/banner";
import { Card } from "@/components/ui/display/card";
import { QrCode } from "@/components/ui/display/qr-code";
import { Loading, Skeleton } from "@/components/ui/display/skeleton";
import { namedAddress } from "@/lib/wallets/names";

export interface AddressCardProps {
  address: string;
  network: string;
  /** When the server read the address, in epoch milliseconds. No two answers have the same. */
  readAtMs: number;
}

/** The answers that were on screen and left it: whichever comes back comes from memory, by Back or Forward. */
const left = new Set<number>();

/** Longer than a page is under way. One that came after its reader had left was never on screen before. */
const FRESH_MS = 60_000;

function isOld(readAtMs: number): boolean {
  const offset = clockOffset();
  return left.has(readAtMs) || (offset !== null && Date.now() + offset - readAtMs > FRESH_MS);
}

/** Whether an answer of the server is shown from memory: it may be of any age. */
function useIsFromMemory(readAtMs: number): boolean {
  const [oldMs, setOldMs] = useState(() => (isOld(readAtMs) ? readAtMs : null));
  useEffect(() => {
    // The browser can bring the whole page back as it stood.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setOldMs(readAtMs);
    };
    window.addEventListener("pageshow", onShow);
    return () => {
      window.removeEventListener("pageshow", onShow);
      left.add(readAtMs);
    };
  }, [readAtMs]);
  return oldMs === readAtMs;
}

/**
 * The address to send to: as a code to scan, in full to compare, and to copy. Says so when it changes. One from memory
 * can't be used before the server has been asked again: money sent to a replaced address may be lost.
 */
export function AddressCard({ address, network, readAtMs }: AddressCardProps) {
  const t = useTranslations("deposit.address");
  const text = useRef<HTMLElement>(null);
  const [first] = useState(address);
  const isFromMemory = useIsFromMemory(readAtMs);
  return (
    <Card padding="wide" className="space-y-4">
      <div role="alert">
        {first === address ? null : (
          <Banner tone="warn" title={t("changedTitle")}>
            {t("changed", { old: namedAddress(first) })}
          </Banner>
        )}
      </div>
      {isFromMemory ? (
        <Loading label={t("checking")} className="space-y-4">
          <Skeleton className="mx-auto size-44" />
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </Loading>
      ) : (
        <>
          {/* Drawn, never an uploaded picture: that could hold a second code which only a camera finds. */}
          <QrCode value={address} label={t("qr", { network })} />
          <p>
            <span className="block text-caption text-text-2">{t("address", { network })}</span>
            <Address ref={text} value={address} />
          </p>
          <div>
            <CopyButton text={address} textRef={text} label={t("copy")} wide />
          </div>
        </>
      )}
    </Card>
  );
}
