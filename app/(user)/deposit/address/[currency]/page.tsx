import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { pageMetadata } from "@/app/page-metadata";
import { Messages } from "@/components/app/messages";
import { AddressCard } from "@/components/deposits/address-card";
import { DepositSteps } from "@/components/deposits/deposit-steps";
import { Page } from "@/components/layout/page";
import { ButtonLink } from "@/components/ui/button";
import { Banner } from "@/components/ui/display/banner";
import { Card } from "@/components/ui/display/card";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { now } from "@/lib/platform/time";
import { formatAmount } from "@/lib/platform/ui/format";
import { requireUser } from "@/lib/sessions/page-gate";
import { listWallets } from "@/lib/wallets/data";
import { bookedIn, NETWORK_NAMES, ownLabel } from "@/lib/wallets/names";
import { isCurrency, NETWORKS, networksOf } from "@/lib/wallets/rules";
import { serializeWallet } from "@/lib/wallets/serializers";

type Props = {
  params: Promise<{ currency: string }>;
  searchParams: Promise<{ network?: string | string[] }>;
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { currency } = await params;
  if (!isCurrency(currency)) notFound();
  return pageMetadata("deposit", {
    title: "titleOf",
    description: "address.description",
    values: { currency },
  });
}

export default async function DepositAddressPage({ params, searchParams }: Props) {
  const [{ currency }, { network }] = await Promise.all([params, searchParams]);
  if (!isCurrency(currency)) notFound();
  const networksHref = `/deposit/networks/${currency}`;
  await requireUser();
  const readAtMs = now().getTime();
  const [t, tApp, rows] = await Promise.all([
    getTranslations("deposit"),
    getTranslations("app"),
    listWallets({ activeOnly: true }),
  ]);
  const [only, ...others] = networksOf(currency);
  const wanted = network || (others.length === 0 ? only : undefined);
  const row = rows.find((each) => each.currency === currency && each.network === wanted);
  // Without a network among several, or with one that takes nothing now, the choice is still to be made.
  if (!row) {
    const closed = (NETWORKS as readonly unknown[]).includes(wanted);
    redirect(closed ? `${networksHref}?closed=${wanted}` : networksHref);
  }
  const wallet = serializeWallet(row);
  const label = ownLabel(wallet.label);
  const unit = bookedIn(currency);
  return (
    <Messages namespaces={["deposit"]}>
      <Page title={t("titleOf", { currency })} backHref={networksHref}>
        <DepositSteps current="send" />
        <Banner
          tone="warn"
          title={t("address.warningTitle", { currency, network: NETWORK_NAMES[wallet.network] })}
        >
          {t("address.warning")}
        </Banner>
        {wallet.isDemo ? <Banner tone="demo">{tApp("demoAddress")}</Banner> : null}
        {label ? <Banner tone="info">{label}</Banner> : null}
        <AddressCard
          // Of another network it is another address, not a changed one.
          key={wallet.network}
          address={wallet.address}
          network={wallet.network}
          readAtMs={readAtMs}
        />
        <Card className="py-1.5">
          <KeyValueRows
            rows={[
              {
                label: t("address.minimum"),
                value: formatAmount(wallet.minDeposit, currency, { exact: true }),
              },
              { label: t("address.time"), value: t("address.timeValue") },
              currency === unit
                ? { label: t("address.credited"), value: t("address.oneToOne", { unit }) }
                : { label: t("address.converted"), value: t("address.convertedValue") },
            ]}
          />
        </Card>
        <ButtonLink
          href={`/deposit/proof/${wallet.id}?address=${wallet.address}`}
          variant="outline"
          wide
        >
          {t("address.sent")}
        </ButtonLink>
      </Page>
    </Messages>
  );
}
