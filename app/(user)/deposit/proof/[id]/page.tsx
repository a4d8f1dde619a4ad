import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { z } from "zod";
import { forTitle } from "@/app/for-title";
import { pageMetadata } from "@/app/page-metadata";
import { Messages } from "@/components/app/messages";
import { ProofForm } from "@/components/deposits/proof-form";
import { Page } from "@/components/layout/page";
import { Banner } from "@/components/ui/display/banner";
import { TextLink } from "@/components/ui/text-link";
import { requireUser } from "@/lib/sessions/page-gate";
import { getWallet } from "@/lib/wallets/data";
import { NETWORK_NAMES, namedAddress } from "@/lib/wallets/names";
import { coinDecimals } from "@/lib/wallets/rules";
import { serializeWallet } from "@/lib/wallets/serializers";

type Props = {
  params: Promise<{ id: string }>;
  /** The address that the person was shown. */
  searchParams: Promise<{ address?: string | string[] }>;
};

/** The wallet of the address, active or not. @throws Next's not found where it names none. */
const loadWallet = cache(async (id: string) => {
  const row = z.uuid().safeParse(id).success ? await getWallet(id) : null;
  return row ?? notFound();
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  await forTitle(loadWallet((await params).id));
  return pageMetadata("deposit", { title: "proof.title", description: "proof.description" });
}

export default async function DepositProofPage({ params, searchParams }: Props) {
  const [{ id }, { address: shown }] = await Promise.all([params, searchParams]);
  await requireUser();
  const row = await loadWallet(id);
  const { currency, network, address: current, minDeposit, isActive } = serializeWallet(row);
  const former = row.formerAddresses.find((each) => each === shown && each !== current);
  const address = former ?? current;
  const t = await getTranslations("deposit");
  const closed = isActive
    ? null
    : t("network.closedTitle", { currency, network: NETWORK_NAMES[network] });
  const backHref = isActive
    ? `/deposit/address/${currency}?network=${network}`
    : `/deposit/networks/${currency}`;
  return (
    <Messages namespaces={["deposit"]}>
      <Page title={t("proof.title")} backHref={backHref}>
        {closed ? (
          <div role="alert">
            <Banner
              tone="warn"
              title={closed}
              action={<TextLink href="/chat">{t("support")}</TextLink>}
            >
              {t("network.closed")}
            </Banner>
          </div>
        ) : null}
        {/* Also while closed: taken away, it would take an upload under way, or its result, with it. */}
        <ProofForm
          wallet={{ id, currency, network, address, minDeposit, decimals: coinDecimals(currency) }}
          closed={closed}
        >
          {former ? (
            <Banner tone="warn" title={t("address.changedTitle")}>
              {t("proof.formerAddress", {
                old: namedAddress(former),
                current: namedAddress(current),
              })}
            </Banner>
          ) : null}
        </ProofForm>
      </Page>
    </Messages>
  );
}
