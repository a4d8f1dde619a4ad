import type { ReactNode } from "react";
import { Seed } from "@/components/app/seed/seed";
import { accountKeys } from "@/lib/accounts/client";
import type { BalanceDto } from "@/lib/accounts/schema";
import { statsKey } from "@/lib/accounts/user-stats-client";
import type { UserStats } from "@/lib/accounts/user-stats-schema";
import { marketKeys } from "@/lib/market/client";
import type { PriceResponse } from "@/lib/market/schema";
import { transactionKeys } from "@/lib/statements/client";
import type { WealthList } from "@/lib/statements/schema";
import { BalanceCard } from "./balance-card";
import { PriceRow } from "./price-row";
import { RecentActivity } from "./recent-activity";
import { UnreadChat } from "./unread-chat";

export interface HomeData {
  balance: BalanceDto;
  stats: UserStats;
  price: PriceResponse;
  recent: WealthList;
}

/** Home with what the server read; everything in it stays live. `children` are the products. */
export function HomeScreen({ data, children }: { data: HomeData; children: ReactNode }) {
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
      <BalanceCard />
      <PriceRow />
      {children}
      <RecentActivity />
    </Seed>
  );
}
