import { useTranslations } from "next-intl";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { formatAmount } from "@/lib/platform/ui/format";
import type { SearchResult } from "@/lib/search/schema";
import type { Place } from "./places";

/** A line of the search: what it is, how it is called, where it leads. */
export type Choice = { kind: string; title: string; detail?: string; href: string };

const userHref = (id: string, tab?: string) => `/admin/users/${id}${tab ? `?tab=${tab}` : ""}`;

/** Writes what was found as lines. */
export function useChoiceText() {
  const formatDateTime = useDateTime();
  const t = useTranslations("staff.search");
  const nav = useTranslations("staff.nav");
  const status = useTranslations("ui.status");
  const types = useTranslations("staff.trades.types");
  const kindOf = (kind: SearchResult["kind"]) => t(`kinds.${kind}`);
  const choiceOf = (found: SearchResult): Choice => {
    const kind = kindOf(found.kind);
    switch (found.kind) {
      case "user":
        return {
          kind: found.isActive ? kind : t("inactive"),
          title: found.username,
          detail: [t("account", { number: found.number }), found.email, found.phone]
            .filter(Boolean)
            .join(" · "),
          href: userHref(found.id),
        };
      case "deposit":
      case "withdrawal": {
        const unit =
          found.kind === "deposit" || found.currency === "XAUT" ? found.currency : "USDT";
        return {
          kind,
          title: t("request", { kind, number: found.number }),
          detail: [
            found.user.username,
            formatAmount(found.amount, unit),
            found.network,
            status(found.status),
            formatDateTime(found.createdAt, { zone: true }),
          ].join(" · "),
          href: `/admin/${found.kind}s?review=${found.id}`,
        };
      }
      case "trade":
        return {
          kind,
          title: t("request", { kind: types(found.type), number: found.number }),
          detail: `${found.user.username} · ${formatDateTime(found.createdAt, { zone: true })}`,
          href: `/admin/trades?user=${found.user.id}&review=${found.id}`,
        };
      case "conversion":
        return {
          kind,
          title: t("request", { kind: t(`conversions.${found.direction}`), number: found.number }),
          detail: `${found.user.username} · ${formatDateTime(found.createdAt, { zone: true })}`,
          href: userHref(found.user.id, "ledger"),
        };
      case "saving":
        return {
          kind,
          title: t("request", { kind, number: found.number }),
          detail: [
            found.user.username,
            found.plan,
            status(found.status as "active"),
            formatDateTime(found.createdAt, { zone: true }),
          ].join(" · "),
          href: `/admin/saving-plans?tab=savings&user=${found.user.id}`,
        };
      case "wallet":
        return {
          kind,
          title: `${found.currency} · ${found.network}`,
          detail: found.address,
          href: "/admin/wallets",
        };
      case "login":
        return {
          kind,
          title: found.user.username,
          detail: `${found.ip} · ${formatDateTime(found.at, { zone: true })}`,
          href: userHref(found.user.id, "security"),
        };
    }
  };
  const placeText = ({ kind, name }: Place) => ({
    kind: t(`kinds.${kind}`),
    title:
      kind === "page"
        ? nav(name as Parameters<typeof nav>[0])
        : t(`actions.${name}` as Parameters<typeof t>[0]),
  });
  return { choiceOf, placeText };
}
