import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/app/messages";
import { DepositSteps } from "@/components/deposits/deposit-steps";
import { NetworkChoice } from "@/components/deposits/network-choice";
import { Page } from "@/components/layout/page";
import { requireUser } from "@/lib/accounts/gate";
import { listWallets } from "@/lib/wallets/data";
import { isCurrency, NETWORK_NAMES, networksOf } from "@/lib/wallets/rules";
import { serializeWallet } from "@/lib/wallets/serializers";

type Props = { params: Promise<{ currency: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [{ currency }, t] = await Promise.all([params, getTranslations("deposit")]);
  return {
    title: t("titleOf", { currency }),
    description: t("network.description", { currency }),
    keywords: t("keywords"),
    robots: { index: false },
  };
}

export default async function DepositNetworksPage({ params }: Props) {
  const { currency } = await params;
  if (!isCurrency(currency)) notFound();
  await requireUser();
  const [t, rows] = await Promise.all([
    getTranslations("deposit"),
    listWallets({ activeOnly: true }),
  ]);
  const wallets = rows.map(serializeWallet).filter((wallet) => wallet.currency === currency);
  const networks = networksOf(currency).map((network) => ({
    network,
    name: NETWORK_NAMES[network],
    minDeposit: wallets.find((wallet) => wallet.network === network)?.minDeposit ?? null,
  }));
  return (
    <Messages namespaces={["deposit"]}>
      <Page title={t("titleOf", { currency })} backHref="/deposit">
        <DepositSteps current="network" />
        <NetworkChoice currency={currency} networks={networks} />
      </Page>
    </Messages>
  );
}
