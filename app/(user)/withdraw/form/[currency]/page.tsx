import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { pageMetadata } from "@/app/page-metadata";
import { Messages } from "@/components/app/messages";
import { Seed } from "@/components/app/seed/seed";
import { Page } from "@/components/layout/page";
import { WithdrawFlow } from "@/components/withdrawals/withdraw-flow";
import { requireUser } from "@/lib/sessions/page-gate";
import { bookedIn, NETWORK_NAMES } from "@/lib/wallets/names";
import { isCurrency, networksOf } from "@/lib/wallets/rules";
import { addressBookKey } from "@/lib/withdrawals/address-client";
import { getAddressBook } from "@/lib/withdrawals/addresses";
import { withdrawalKeys } from "@/lib/withdrawals/client";
import { getWithdrawalTerms } from "@/lib/withdrawals/data";

type Props = { params: Promise<{ currency: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { currency } = await params;
  if (!isCurrency(currency)) notFound();
  return pageMetadata("withdraw", {
    title: "titleOf",
    description: "description",
    values: { currency },
  });
}

export default async function WithdrawFormPage({ params }: Props) {
  const { currency } = await params;
  if (!isCurrency(currency)) notFound();
  const { userId } = await requireUser();
  const [t, terms, book] = await Promise.all([
    getTranslations("withdraw"),
    getWithdrawalTerms(userId, bookedIn(currency)),
    getAddressBook(userId),
  ]);
  const networks = networksOf(currency).map((network) => ({
    network,
    name: NETWORK_NAMES[network],
  }));
  return (
    <Messages
      namespaces={[
        "withdraw",
        "errors.passkey",
        "errors.address",
        "errors.input",
        "errors.registration",
      ]}
    >
      <Seed
        entries={[
          [withdrawalKeys.terms(terms.currency), terms],
          [addressBookKey, book],
        ]}
      >
        <Page title={t("titleOf", { currency })} backHref="/withdraw">
          <WithdrawFlow currency={currency} networks={networks} />
        </Page>
      </Seed>
    </Messages>
  );
}
