import { useTranslations } from "next-intl";
import { Pill } from "@/components/ui/display/pill";
import type { ReserveDto } from "@/lib/transparency/reserves/schema";

const TONES = { signed: "up", not_proved: "warn", stated: "neutral" } as const;

/** What stands behind a reserve, in the words of the public page. */
export function ReserveProof({ proof }: Pick<ReserveDto, "proof">) {
  const t = useTranslations("staffReserves.proofs");
  return <Pill tone={TONES[proof]}>{t(proof)}</Pill>;
}
