"use client";

import { ArrowDownLeft, ArrowUpRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/button";
import { useBalancesHidden } from "@/components/ui/choices/hide-balances";
import { HideableAmount, HideableFigure } from "@/components/ui/choices/hideable-amount";
import { ChangeText } from "@/components/ui/display/change-text";
import { Sparkline } from "@/components/ui/display/sparkline";
import type { BalanceDto } from "@/lib/accounts/schema";
import { useUserStats } from "@/lib/accounts/user-stats-client";
import type { UserStats } from "@/lib/accounts/user-stats-schema";
import { usePrice } from "@/lib/market/client";
import { compareDecimal } from "@/lib/platform/ui/decimal";
import { formatPrice } from "@/lib/platform/ui/format";
import { BalanceFrame } from "./balance-frame";
import { FirstDeposit } from "./first-deposit";
import { goldOf, shareOf, worthOf } from "./worth";

/** What the person owns, how it moved today, and the two ways for money to come and go. */
export function BalanceCard() {
  const t = useTranslations("home");
  const stats = useUserStats();
  const isNew = stats.data?.firstFundedAt === null;
  return (
    <BalanceFrame title={t("total")}>
      {(balance) => (
        <>
          <Total balance={balance} />
          {stats.data ? <Today stats={stats.data} /> : null}
          <Parts balance={balance} />
          <Owed owed={balance.balances.owed} />
          {stats.data ? <Trend history={stats.data.history} /> : null}
          {isNew ? <FirstDeposit pending={stats.data?.pendingDeposits ?? 0} /> : null}
          <div className="mt-5 grid grid-cols-2 gap-3">
            <ButtonLink href="/deposit" icon={<ArrowDownLeft aria-hidden="true" />}>
              {t("deposit")}
            </ButtonLink>
            <ButtonLink
              href="/withdraw"
              variant="outline"
              icon={<ArrowUpRight aria-hidden="true" />}
            >
              {t("withdraw")}
            </ButtonLink>
          </div>
        </>
      )}
    </BalanceFrame>
  );
}

function Total({ balance }: { balance: BalanceDto }) {
  const t = useTranslations("home");
  const { data: price } = usePrice();
  const { total, gold } = worthOf(balance.balances, price?.bid ?? balance.bid);
  const bid = price?.bid ?? balance.bid;
  const hasGold = goldOf(balance.balances) > 0n;
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <HideableFigure value={total} currency="USDT" />
        <span className="text-text-2">USDT</span>
      </p>
      {gold === null ? null : (
        <p className="mt-0.5 text-text-2">
          {t.rich("approx", { amount: () => <HideableAmount value={gold} currency="XAUT" /> })}
        </p>
      )}
      {hasGold && bid !== null ? (
        <p className="text-caption text-text-2">{t("goldAtBid", { price: formatPrice(bid) })}</p>
      ) : null}
    </>
  );
}

function Today({ stats: { today } }: { stats: UserStats }) {
  const t = useTranslations("home");
  if (today === null) return null;
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-2">
      <ChangeText
        value={today.changeUsdt}
        percent={today.changePercent}
        text={<HideableAmount value={today.changeUsdt} currency="USDT" sign unit={false} />}
      />
      <span className="text-caption text-text-2" title={t("todayHint")}>
        {t("today")}
      </span>
    </p>
  );
}

/** What the total is made of: shown where it is more than free USDT; with room, with the share of each. */
function Parts({ balance }: { balance: BalanceDto }) {
  const t = useTranslations("home");
  const { data: price } = usePrice();
  const isHidden = useBalancesHidden();
  const { USDT, XAUT, savings, ai } = balance.balances;
  const bid = price?.bid ?? balance.bid;
  const { total } = worthOf(balance.balances, bid);
  const lines = [
    { id: "available", label: t("availableUsdt"), amount: USDT.available, currency: "USDT" },
    { id: "held", label: t("held"), amount: USDT.held, currency: "USDT" },
    { id: "openStakes", label: t("openStakes"), amount: USDT.escrow, currency: "USDT" },
    { id: "availableXaut", label: t("availableXaut"), amount: XAUT.available, currency: "XAUT" },
    { id: "heldXaut", label: t("heldXaut"), amount: XAUT.held, currency: "XAUT" },
    { id: "stored", label: t("stored"), amount: XAUT.stored, currency: "XAUT" },
    {
      id: "savingsUsdt",
      label: t("inSavings", { currency: "USDT" }),
      amount: savings.USDT,
      currency: "USDT",
    },
    {
      id: "savingsXaut",
      label: t("inSavings", { currency: "XAUT" }),
      amount: savings.XAUT,
      currency: "XAUT",
    },
    { id: "aiUsdt", label: t("inAi", { currency: "USDT" }), amount: ai.USDT, currency: "USDT" },
    { id: "aiXaut", label: t("inAi", { currency: "XAUT" }), amount: ai.XAUT, currency: "XAUT" },
  ].filter(({ id, amount }) => id === "available" || compareDecimal(amount, "0") > 0);
  if (lines.length === 1) return null;
  return (
    <dl className="mt-3 space-y-1 text-caption lg:space-y-2">
      {lines.map(({ id, label, amount, currency }) => (
        <div key={id} className="relative flex justify-between gap-x-3 lg:pb-2">
          <dt className="text-text-2">{label}</dt>
          <dd className="text-right">
            <HideableAmount value={amount} currency={currency} />
            {isHidden ? null : (
              <ShareBar share={shareOf(amount, currency === "XAUT" ? bid : "1", total)} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Part of the whole, 0 to 1. Decoration under an amount in digits. */
function ShareBar({ share }: { share: number }) {
  return (
    <svg
      aria-hidden="true"
      data-share={share.toFixed(3)}
      viewBox="0 0 100 1"
      preserveAspectRatio="none"
      className="absolute inset-x-0 bottom-0 hidden h-1 w-full rounded-full bg-surface-2 lg:block"
    >
      <rect width={share * 100} height="1" className="fill-gold-line" />
    </svg>
  );
}

/** What reversed deposits left to pay. */
function Owed({ owed }: { owed: BalanceDto["balances"]["owed"] }) {
  const t = useTranslations("home");
  const debts = (["USDT", "XAUT"] as const).filter(
    (currency) => compareDecimal(owed[currency], "0") > 0,
  );
  return debts.map((currency) => (
    <p key={currency} className="mt-3 rounded-chip bg-warn-soft px-3 py-2 text-caption">
      {t.rich("owed", {
        amount: () => <HideableAmount value={owed[currency]} currency={currency} exact />,
      })}
    </p>
  ));
}

/** The last day's line; only from recorded amounts and prices, so new accounts have none. */
function Trend({ history }: { history: UserStats["history"] }) {
  const t = useTranslations("home");
  const hidden = useBalancesHidden();
  const first = history[0];
  const last = history.at(-1);
  if (hidden || !first || !last) return null;
  return (
    <div className="mt-3">
      <Sparkline
        values={history.map(({ totalUsdt }) => Number(totalUsdt))}
        label={t("chart", { from: `${first.totalUsdt} USDT`, to: `${last.totalUsdt} USDT` })}
      />
    </div>
  );
}
