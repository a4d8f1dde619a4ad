import { formatMicro, type Micro } from "@/lib/platform/money";
import { formatAmount } from "./format";

/** An amount of micro-units as people read it, to its last unit: `119.000001 USDT`. `sign` shows a plus, too. */
export const exactAmount = (micro: Micro, currency: string, sign = false): string =>
  formatAmount(formatMicro(micro), currency, { exact: true, sign });
