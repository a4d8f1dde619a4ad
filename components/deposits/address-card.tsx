"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { Address } from "@/components/ui/address";
import { Banner } from "@/components/ui/banner";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { QrCode } from "@/components/ui/qr-code";
import { namedAddress } from "@/lib/wallets/names";

export interface AddressCardProps {
  address: string;
  network: string;
  /** The operator's own picture of the code, instead of a drawn one. */
  qrImageUrl: string | null;
}

/** The address to send to: as a code to scan, in full to compare, and to copy. Says so when it changes. */
export function AddressCard({ address, network, qrImageUrl }: AddressCardProps) {
  const t = useTranslations("deposit.address");
  const text = useRef<HTMLElement>(null);
  const [first] = useState(address);
  const label = t("qr", { network });
  return (
    <Card padding="wide" className="space-y-4">
      <div role="alert">
        {first === address ? null : (
          <Banner tone="warn" title={t("changedTitle")}>
            {t("changed", { old: namedAddress(first) })}
          </Banner>
        )}
      </div>
      {qrImageUrl ? (
        // biome-ignore lint/performance/noImgElement: a picture of our own, shown as it is
        <img
          src={qrImageUrl}
          alt={label}
          width={176}
          height={176}
          className="mx-auto size-44 rounded-chip bg-white object-contain"
        />
      ) : (
        <QrCode value={address} label={label} />
      )}
      <p>
        <span className="block text-caption text-text-2">{t("address", { network })}</span>
        <Address ref={text} value={address} />
      </p>
      <div>
        <CopyButton text={address} textRef={text} label={t("copy")} wide />
      </div>
    </Card>
  );
}
