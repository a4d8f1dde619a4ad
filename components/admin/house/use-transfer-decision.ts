import { useTranslations } from "next-intl";
import { showToast } from "@/components/ui/overlays/toast";
import { useHouseTransfer } from "@/lib/house/client";
import type { HouseTransferBody, HouseTransferDto } from "@/lib/house/schema";
import { formatAmount } from "@/lib/platform/ui/format";
import { useDecision } from "../payments/use-decision";

/**
 * Sends transfers and says what was done. It belongs to the page: a transfer of unknown outcome that is typed
 * again after its form was closed goes out under the same key.
 */
export function useTransferDecision(onDone: () => void) {
  const t = useTranslations("staffHouse");
  const transfer = useHouseTransfer();
  return useDecision<HouseTransferBody, { transfer: HouseTransferDto }>(
    ({ decision: input, key }) => transfer.mutateAsync({ input, key }),
    ({ transfer: done }) => {
      onDone();
      showToast.success(
        t("move.done", {
          amount: formatAmount(done.amount, done.currency, { exact: true }),
          from: t(`kinds.${done.from}.name`),
          to: t(`kinds.${done.to}.name`),
        }),
      );
    },
  );
}
