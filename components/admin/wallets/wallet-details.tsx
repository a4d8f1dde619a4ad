"use client";

import { useTranslations } from "next-intl";
import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Address } from "@/components/ui/display/address";
import { Banner } from "@/components/ui/display/banner";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { Dialog } from "@/components/ui/overlays/dialog";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { formatAmount } from "@/lib/platform/ui/format";
import { NETWORK_NAMES, ownLabel } from "@/lib/wallets/names";
import type { WalletDto } from "@/lib/wallets/schema";
import { useMay } from "../panel/staff-rights";
import { QrPair } from "./qr-pair";
import { WalletState } from "./wallet-state";

export interface WalletDetailsProps {
  open: boolean;
  wallet: WalletDto;
  wallets: readonly WalletDto[];
  onClose: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

/** One wallet with its codes, and what can be done with it. */
export function WalletDetails({
  open,
  wallet,
  wallets,
  onClose,
  onEdit,
  onDelete,
}: WalletDetailsProps) {
  const formatDateTime = useDateTime();
  const t = useTranslations("staffWallets");
  const canWrite = useMay("wallets.edit");
  const text = useRef<HTMLElement>(null);
  const { currency, network, address, label, qrImageUrl, qrImageMatches } = wallet;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      placement="side"
      title={t("nameOf", { currency, network })}
      footer={
        canWrite ? (
          <>
            <Button variant="outline" onClick={onDelete}>
              {t("delete")}
            </Button>
            <Button className="min-w-0 flex-1 shrink" onClick={onEdit}>
              {t("edit")}
            </Button>
          </>
        ) : undefined
      }
    >
      <div className="space-y-4">
        {wallet.isDemo ? <Banner tone="demo">{t("demo")}</Banner> : null}
        <p>
          <span className="block text-caption text-text-2">{t("address")}</span>
          <Address ref={text} value={address} />
        </p>
        <CopyButton text={address} textRef={text} label={t("copy")} variant="outline" />
        <QrPair
          address={address}
          image={qrImageUrl}
          warning={qrImageUrl && !qrImageMatches ? t("qrUnread") : undefined}
        />
        <KeyValueRows
          boxed
          rows={[
            { label: t("coin"), value: currency },
            { label: t("network"), value: NETWORK_NAMES[network] },
            {
              label: t("minimum"),
              value: formatAmount(wallet.minDeposit, currency, { exact: true }),
            },
            { label: t("label"), value: ownLabel(label) || t("none") },
            { label: t("state"), value: <WalletState wallet={wallet} wallets={wallets} /> },
            {
              label: t("confirmed"),
              value: t(wallet.addressConfirmed ? "confirmedYes" : "confirmedNo"),
            },
            { label: t("changed"), value: formatDateTime(wallet.updatedAt, { zone: true }) },
          ]}
        />
      </div>
    </Dialog>
  );
}
