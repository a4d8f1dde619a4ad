import { compareDecimal } from "@/lib/platform/ui/decimal";
import { formatRate } from "@/lib/platform/ui/format";

/** A site's spread as texts name it, for example "2%"; "none" where trades fill at ask and bid themselves. */
export const spreadName = (spread: string): string =>
  compareDecimal(spread, "0") === 0 ? "none" : formatRate(spread);

/** A row with that name, where there is a spread. */
export const spreadRows = (label: string, name: string) =>
  name === "none" ? [] : [{ label, value: name }];
