import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { Messages } from "@/components/app/messages";
import { DepositSteps } from "@/components/deposits/deposit-steps";
import { ProofForm } from "@/components/deposits/proof-form";
import { Page } from "@/components/layout/page";
import { requireUser } from "@/lib/accounts/gate";
import { getActiveWallet } from "@/lib/wallets/data";
import { coinDecimals } from "@/lib/wallets/rules";
import { serializeWallet } from "@/lib/wallets/serializers";

type Props = { params: Promise<{ id: string }> };

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("deposit");
  return {
    title: t("proof.title"),
    description: t("proof.description"),
    keywords: t("keywords"),
    robots: { index: false },
  };
}

export default async function DepositProofPage({ params }: Props) {
  const { id } = await params;
  await requireUser();
  const row = z.uuid().safeParse(id).success ? await getActiveWallet(id) : null;
  if (!row) notFound();
  const { currency, network, address, minDeposit } = serializeWallet(row);
  const t = await getTranslations("deposit");
  return (
    <Messages namespaces={["deposit"]}>
      <Page title={t("proof.title")} backHref={`/deposit/address/${currency}?network=${network}`}>
        <DepositSteps current="proof" />
        <p className="text-text-2">{t("proof.intro", { currency, network })}</p>
        <ProofForm
          wallet={{ id, currency, network, address, minDeposit, decimals: coinDecimals(currency) }}
        />
      </Page>
    </Messages>
  );
}
