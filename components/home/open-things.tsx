"use client";

import { useTranslations } from "next-intl";
import { useLivePrice } from "@/components/market/use-live-price";
import { useHideableText } from "@/components/ui/choices/hideable-amount";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { QueryState } from "@/components/ui/display/query-state";
import { EmptyState } from "@/components/ui/display/states";
import { Link } from "@/components/ui/link";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { useRuns } from "@/lib/ai/runs-client";
import { useOpenOrders } from "@/lib/orders/client";
import { formatUtc } from "@/lib/platform/ui/date-time";
import { formatPrice } from "@/lib/platform/ui/format";
import { useRecurring } from "@/lib/recurring/own-client";
import { useMySavings } from "@/lib/savings/client";
import { useRecentTrades } from "@/lib/trading/client";

/** One thing that is under way, and where it is looked after. */
interface OpenThing {
  key: string;
  href: string;
  title: string;
  /** What comes next, and when. */
  next: string;
}

const SHOWN = 6;
const TITLE_ID = "open-things";

/** What is under way: options, orders, recurring buys, savings and runs of strategies, each with what comes next. */
export function OpenThings() {
  const t = useTranslations("home.open");
  const live = useLivePrice();
  const options = useRecentTrades("option", live);
  const orders = useOpenOrders(live);
  const recurring = useRecurring();
  // Until its first day begins, a saving is pending.
  const [begun, pending] = [useMySavings("active"), useMySavings("pending")];
  const runs = useRuns();
  const things = useThings({
    options: options.data?.trades ?? [],
    orders: orders.data?.orders ?? [],
    recurring: recurring.data?.recurring ?? [],
    savings: [begun, pending].flatMap(
      ({ data }) => data?.pages.flatMap(({ records }) => records) ?? [],
    ),
    runs: runs.data?.pages.flatMap((page) => page.runs) ?? [],
  });
  const all = [options, orders, recurring, begun, pending, runs];
  const missing = all.find(({ data }) => data === undefined);
  const more = things.length - SHOWN;
  return (
    <section aria-labelledby={TITLE_ID}>
      <SectionTitle id={TITLE_ID}>{t("title")}</SectionTitle>
      {things.length > 0 ? (
        <ul className="overflow-hidden rounded-card border border-line bg-surface">
          {things.slice(0, SHOWN).map(({ key, href, title, next }) => (
            <li key={key} className="border-line not-last:border-b">
              <Link
                href={href}
                className="flex min-h-target flex-wrap items-baseline justify-between gap-x-3 px-4 py-2 hover:bg-surface-2 focus-visible:-outline-offset-2"
              >
                <span className="min-w-0 font-medium">{title}</span>
                <span className="ml-auto text-right text-caption text-text-2">{next}</span>
              </Link>
            </li>
          ))}
        </ul>
      ) : missing ? null : (
        <Card padding="none">
          <EmptyState text={t("none")} />
        </Card>
      )}
      {more > 0 ? (
        <p className="mt-2 text-caption text-text-2">{t("more", { count: more })}</p>
      ) : null}
      {missing ? (
        <QueryState query={missing} label={t("title")} rows={3} text={t("failed")} />
      ) : null}
    </section>
  );
}

interface Lists {
  options: NonNullable<ReturnType<typeof useRecentTrades>["data"]>["trades"];
  orders: NonNullable<ReturnType<typeof useOpenOrders>["data"]>["orders"];
  recurring: NonNullable<ReturnType<typeof useRecurring>["data"]>["recurring"];
  savings: NonNullable<ReturnType<typeof useMySavings>["data"]>["pages"][number]["records"];
  runs: NonNullable<ReturnType<typeof useRuns>["data"]>["pages"][number]["runs"];
}

/** Those of the lists that are under way, in words: what ends by itself soonest comes first. */
function useThings({ options, orders, recurring, savings, runs }: Lists): OpenThing[] {
  const t = useTranslations("home.open");
  const formatDateTime = useDateTime();
  const written = useHideableText();
  const day = (at: string) => formatDateTime(at, { style: "dayMonth" });
  return [
    ...options
      .filter(({ status }) => status === "open" || status === "pending")
      .map(({ id, direction, amount, currency, expiresAt }) => ({
        key: id,
        href: "/option-trading",
        title: t("option", { direction: direction ?? "up", amount: written(amount, currency) }),
        next:
          expiresAt === null
            ? t("entryWaits")
            : t("ends", { at: formatDateTime(expiresAt, { style: "timeSeconds", zone: true }) }),
      })),
    ...orders.map(({ id, type, side, price, expiresAt }) => ({
      key: id,
      href: "/trade",
      title: t(`orders.${type}.${side}`, { price: formatPrice(price, { exact: true }) }),
      next: expiresAt === null ? t("untilCancelled") : t("until", { at: day(expiresAt) }),
    })),
    ...recurring.map(({ id, amount, every, nextAt }) => ({
      key: id,
      href: "/recurring-buys",
      title: t(`recurring.${every}`, { amount: written(amount, "USDT") }),
      next: nextAt === null ? t("paused") : t("next", { at: formatUtc(nextAt, { zone: true }) }),
    })),
    ...savings.map(({ id, name, principal, currency, maturesAt }) => ({
      key: id,
      href: "/saving-history",
      title: `${name} · ${written(principal, currency)}`,
      next: maturesAt === null ? t("anyTime") : t("matures", { at: day(maturesAt) }),
    })),
    ...runs
      .filter(({ status }) => status !== "stopped")
      .map(({ id, name, allocated, startedAt }) => ({
        key: id,
        href: "/ai-trading",
        title: `${name} · ${written(allocated, "USDT")}`,
        next: t("since", { at: day(startedAt) }),
      })),
  ];
}
