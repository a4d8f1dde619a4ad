import { Messages } from "@/components/app/messages";
import { Seed } from "@/components/app/seed/seed";
import { StorageView } from "@/components/vault/storage-view";
import { marketKeys } from "@/lib/market/client";
import { getCurrentPrice } from "@/lib/market/data";
import { toPriceResponse } from "@/lib/market/serializers";
import { CONVERSIONS_PER_PAGE, vaultKeys } from "@/lib/vault/client";
import { getStorage } from "@/lib/vault/data";

/** Gold in custody. */
export async function StorageTab({ userId }: { userId: string }) {
  const [storage, price] = await Promise.all([
    getStorage(userId, { limit: CONVERSIONS_PER_PAGE }),
    getCurrentPrice().then(toPriceResponse),
  ]);
  return (
    <Messages namespaces={["storage", "market.voided", "proof"]}>
      <Seed
        entries={[
          [vaultKeys.storage(), { pages: [storage], pageParams: [null] }],
          [marketKeys.price(), price],
        ]}
      >
        <StorageView />
      </Seed>
    </Messages>
  );
}
