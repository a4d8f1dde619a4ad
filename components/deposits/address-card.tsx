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
}

/** The address to send to: as a code to scan, in full to compare, and to copy. Says so when it changes. */
export function AddressCard({ address, network }: AddressCardProps) {
  const t = useTranslations("deposit.address");
  const text = useRef<HTMLElement>(null);
  const [first] = useState(address);
  return (
    <Card padding="wide" className="space-y-4">
      <div role="alert">
        {first === address ? null : (
          <Banner tone="warn" title={t("changedTitle")}>
            {t("changed", { old: namedAddress(first) })}
          </Banner>
        )}
      </div>
      {/* Drawn, never an uploaded picture: that could hold a second code which only a camera finds. */}
      <QrCode value={address} label={t("qr", { network })} />
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
