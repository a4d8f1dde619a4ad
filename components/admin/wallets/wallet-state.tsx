import { CircleCheck, Hourglass } from "lucide-react";
import { useTranslations } from "next-intl";
import { Pill, StatusPill } from "@/components/ui/display/pill";
import { shownWallet } from "@/lib/wallets/rules";
import type { WalletDto } from "@/lib/wallets/schema";

/** Whether users are shown a wallet, it waits in reserve, or it is switched off. */
export function WalletState({
  wallet,
  wallets,
}: {
  wallet: WalletDto;
  wallets: readonly WalletDto[];
}) {
  const t = useTranslations("staffWallets");
  if (!wallet.isActive) return <StatusPill status="inactive" label={t("off")} />;
  const isShown = shownWallet(wallets, wallet)?.id === wallet.id;
  return (
    <Pill tone={isShown ? "up" : "neutral"} icon={isShown ? CircleCheck : Hourglass}>
      {t(isShown ? "shown" : "reserve")}
    </Pill>
  );
}
