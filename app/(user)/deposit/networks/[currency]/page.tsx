import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { pageMetadata } from "@/app/page-metadata";
import { Messages } from "@/components/app/messages";
import { DepositSteps } from "@/components/deposits/deposit-steps";
import { NetworkChoice } from "@/components/deposits/network-choice";
import { Page } from "@/components/layout/page";
import { Banner } from "@/components/ui/display/banner";
import { TextLink } from "@/components/ui/text-link";
import { requireUser } from "@/lib/sessions/page-gate";
import { listWallets } from "@/lib/wallets/data";
import { NETWORK_NAMES } from "@/lib/wallets/names";
import { isCurrency, networksOf } from "@/lib/wallets/rules";
import { serializeWallet } from "@/lib/wallets/serializers";

type Props = {
  params: Promise<{ currency: string }>;
  /** The network whose address somebody was looking at when it was switched off. */
  searchParams: Promise<{ closed?: string | string[] }>;
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { currency } = await params;
  if (!isCurrency(currency)) notFound();
  return pageMetadata("deposit", {
    title: "titleOf",
    description: "network.description",
    values: { currency },
  });
}

export default async function DepositNetworksPage({ params, searchParams }: Props) {
  const [{ currency }, { closed }] = await Promise.all([params, searchParams]);
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
  const shut = networks.find((each) => each.network === closed && each.minDeposit === null);
  return (
    <Messages namespaces={["deposit"]}>
      <Page title={t("titleOf", { currency })} backHref="/deposit">
        <DepositSteps current="network" />
        {shut ? (
          <Banner
            tone="warn"
            title={t("network.closedTitle", { currency, network: shut.name })}
            action={<TextLink href="/chat">{t("support")}</TextLink>}
          >
            {t("network.closed")}
          </Banner>
        ) : null}
        <NetworkChoice currency={currency} networks={networks} />
      </Page>
    </Messages>
  );
}
