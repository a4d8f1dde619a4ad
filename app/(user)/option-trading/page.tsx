import { getTranslations } from "next-intl/server";
import { pageMetadata } from "@/app/page-metadata";
import { OptionPage } from "@/components/trading/options/option-page";
import { getCurrentPrice } from "@/lib/market/data";
import { toPriceResponse } from "@/lib/market/serializers";
import { requireUser } from "@/lib/sessions/page-gate";
import { RECENT_TRADES } from "@/lib/trading/client";
import { loadOptionPage } from "@/lib/trading/loaders";

export const generateMetadata = () => pageMetadata("trade.pages.option");

export default async function OptionTradingPage() {
  const user = await requireUser();
  const [t, data, price] = await Promise.all([
    getTranslations("trade.pages.option"),
    loadOptionPage(user, RECENT_TRADES),
    getCurrentPrice().then(toPriceResponse),
  ]);
  return (
    <OptionPage
      title={t("title")}
      backHref="/trade"
      userId={user.userId}
      data={data}
      price={price}
    />
  );
}
