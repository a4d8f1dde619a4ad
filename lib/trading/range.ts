import { prisma } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { formatMicro } from "@/lib/platform/money";
import { text } from "@/lib/platform/text";
import { formatAmount } from "@/lib/platform/ui/format";
import { getSettings } from "@/lib/settings/data";
import { mergeLimits, type TradeType } from "./rules";

/**
 * Says which range an amount has to be in, where `work` is refused for it: the site's, as staff narrowed it for
 * the user. In USDT, for a sale too.
 * @throws whatever `work` throws, and PRODUCT_DISABLED where those limits leave no amount
 */
export async function withRangeDetails<T>(
  product: TradeType,
  userId: string,
  work: Promise<T>,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "TRADE_AMOUNT_OUT_OF_RANGE") throw error;
    const own = await prisma.tradeConfig.findUnique({ where: { userId } });
    const { minMicro, maxMicro } = mergeLimits(await getSettings(), own, "")[product];
    if (minMicro > maxMicro) throw new AppError("PRODUCT_DISABLED", { cause: error });
    const [minAmount, maxAmount] = [formatMicro(minMicro), formatMicro(maxMicro)];
    const usdt = (amount: string) => formatAmount(amount, "USDT", { exact: true });
    const message = text("errors.trading.amountRange", {
      problem: error.text,
      minimum: usdt(minAmount),
      maximum: usdt(maxAmount),
    });
    throw new AppError(error.code, {
      message,
      errors: { amount: [message] },
      details: { minAmount, maxAmount },
      cause: error,
    });
  }
}
