import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Seed } from "@/components/app/seed/seed";
import { HomeByAccount } from "@/components/practice/by-account";
import { accountKeys } from "@/lib/accounts/client";
import type { BalanceDto } from "@/lib/accounts/schema";
import { statsKey } from "@/lib/accounts/user-stats-client";
import type { UserStats } from "@/lib/accounts/user-stats-schema";
import { marketKeys } from "@/lib/market/client";
import type { PriceResponse } from "@/lib/market/schema";
import { transactionKeys } from "@/lib/statements/client";
import type { WealthList } from "@/lib/statements/schema";
import { BalanceCard } from "./balance-card";
import { LazyOpenThings } from "./lazy-open-things";
import { LazyPortfolio } from "./lazy-portfolio";
import { PriceRow } from "./price-row";
import { RecentActivity } from "./recent-activity";
import { UnreadChat } from "./unread-chat";

export interface HomeData {
  balance: BalanceDto;
  stats: UserStats;
  price: PriceResponse;
  recent: WealthList;
}

/**
 * Home with what the server read; everything in it stays live. Phones show the balance first, desktops the value over
 * time beside it. `children` are the products.
 */
export function HomeScreen({
  data,
  checklist,
  children,
}: {
  data: HomeData;
  checklist: ReactNode;
  children: ReactNode;
}) {
  const isNew = data.stats.firstFundedAt === null;
  return (
    <Seed
      entries={[
        [accountKeys.balance(), data.balance],
        [statsKey, data.stats],
        [marketKeys.price(), data.price],
        [transactionKeys.recent(), data.recent],
      ]}
    >
      <UnreadChat />
      <HomeByAccount>
        <div className="grid grid-cols-1 gap-4 lg:grid-cols-12 lg:items-start">
          <div className={clsx("space-y-4", isNew ? "lg:col-span-8" : "lg:order-2 lg:col-span-4")}>
            <BalanceCard />
            {isNew ? null : <PriceRow />}
          </div>
          <div className={clsx("min-w-0 space-y-4", isNew ? "lg:col-span-4" : "lg:col-span-8")}>
            {isNew ? <PriceRow /> : <LazyPortfolio />}
          </div>
        </div>
        {children}
        <div className="grid grid-cols-1 gap-4 lg:grid-cols-[repeat(auto-fit,minmax(19rem,1fr))] lg:items-start">
          {isNew ? null : (
            <div className="min-w-0">
              <LazyOpenThings />
            </div>
          )}
          <div className="min-w-0">
            <RecentActivity />
          </div>
          <div className="min-w-0 empty:hidden">{checklist}</div>
        </div>
      </HomeByAccount>
    </Seed>
  );
}
