import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { formatMicro, parseMicro } from "@/lib/platform/money";

const SHARES = [25, 50, 75, 100] as const;

export interface ShareButtonsProps {
  /** What the parts are of, a decimal string; nothing is filled in while it is unknown. */
  available: string | undefined;
  /** Told the part, rounded down to what the site reckons with. */
  onFill: (amount: string) => void;
}

/** Fill in a part of what is available. */
export function ShareButtons({ available, onFill }: ShareButtonsProps) {
  const t = useTranslations("orders");
  const fill = (share: number) => {
    const all = parseMicro(available ?? "");
    if (all !== null) onFill(formatMicro((all * BigInt(share)) / 100n));
  };
  return (
    <div className="grid grid-cols-4 gap-2">
      {SHARES.map((share) => (
        <Button
          key={share}
          variant="outline"
          className="px-0 desk:h-8! desk:min-h-8!"
          aria-label={t("share", { share })}
          onClick={() => fill(share)}
        >
          {share}%
        </Button>
      ))}
    </div>
  );
}
