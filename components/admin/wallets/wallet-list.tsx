"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Address } from "@/components/ui/display/address";
import { type DataColumn, DataList } from "@/components/ui/display/data-list";
import { Pill } from "@/components/ui/display/pill";
import { Switch } from "@/components/ui/switch";
import { formatAmount } from "@/lib/platform/ui/format";
import { NETWORK_NAMES, ownLabel } from "@/lib/wallets/names";
import type { WalletDto } from "@/lib/wallets/schema";
import { useMay } from "../panel/staff-rights";
import { WalletState } from "./wallet-state";

export interface WalletListProps {
  wallets: readonly WalletDto[];
  busy: boolean;
  onOpen: (wallet: WalletDto) => void;
  onToggle: (wallet: WalletDto) => void;
}

/** Deposit addresses by coin and network. */
export function WalletList({ wallets, busy, onOpen, onToggle }: WalletListProps) {
  const t = useTranslations("staffWallets");
  const canWrite = useMay("wallets.edit");
  const nameOf = ({ currency, network }: WalletDto) => t("nameOf", { currency, network });
  const toggle = (wallet: WalletDto) => (
    <Switch
      label={t("toggleOf", { wallet: nameOf(wallet), address: wallet.address.slice(-6) })}
      hideLabel
      checked={wallet.isActive}
      onCheckedChange={() => onToggle(wallet)}
    />
  );
  const open = (wallet: WalletDto) => (
    <Button
      variant="outline"
      aria-label={t("openOf", { wallet: nameOf(wallet), address: wallet.address.slice(-6) })}
      onClick={() => onOpen(wallet)}
    >
      {t("open")}
    </Button>
  );
  const columns: DataColumn<WalletDto>[] = [
    {
      key: "coin",
      header: t("coin"),
      className: "whitespace-nowrap",
      cell: ({ currency, network }) => (
        <>
          <span className="font-medium">{currency}</span>
          <span className="block text-caption text-text-2">{NETWORK_NAMES[network]}</span>
        </>
      ),
    },
    { key: "address", header: t("address"), cell: (wallet) => <WalletAddress wallet={wallet} /> },
    {
      key: "minimum",
      header: t("minimum"),
      numeric: true,
      cell: ({ minDeposit, currency }) => formatAmount(minDeposit, currency, { exact: true }),
    },
    {
      key: "state",
      header: t("state"),
      cell: (wallet) => <WalletState wallet={wallet} wallets={wallets} />,
    },
    ...(canWrite ? [{ key: "active", header: t("activeColumn"), cell: toggle }] : []),
    { key: "open", header: t("actions"), hiddenHeader: true, cell: open },
  ];
  return (
    <DataList
      caption={t("caption")}
      rows={wallets}
      rowKey={({ id }) => id}
      columns={columns}
      busy={busy}
      card={(wallet) => ({
        title: nameOf(wallet),
        amount: formatAmount(wallet.minDeposit, wallet.currency, { exact: true }),
        meta: <WalletAddress wallet={wallet} />,
        status: <WalletState wallet={wallet} wallets={wallets} />,
        actions: (
          <>
            {open(wallet)}
            {canWrite ? toggle(wallet) : null}
          </>
        ),
      })}
    />
  );
}

function WalletAddress({ wallet }: { wallet: WalletDto }) {
  const t = useTranslations("staffWallets");
  return (
    <span className="block py-1">
      <Address value={wallet.address} />
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-caption text-text-2">
        {wallet.isDemo ? <span className="text-info">{t("demo")}</span> : null}
        {ownLabel(wallet.label)}
        {wallet.qrImageUrl && !wallet.qrImageMatches ? (
          <Pill tone="warn">{t("qrUnreadShort")}</Pill>
        ) : null}
      </span>
    </span>
  );
}
