import { Bot, type LucideIcon, PiggyBank, Timer, Vault } from "lucide-react";
import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/display/card";
import { Link } from "@/components/ui/link";

/** The products, each with its risk in plain words. A product that is off for a country says so. */
export function ProductTiles({ optionsAvailable }: { optionsAvailable: boolean }) {
  const t = useTranslations("home");
  return (
    <section aria-label={t("products")} className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Tile
        href="/storage?tab=savings"
        icon={PiggyBank}
        title={t("savings")}
        text={t("savingsRisk")}
      />
      <Tile href="/storage" icon={Vault} title={t("storage")} text={t("storageRisk")} />
      <Tile href="/ai-trading" icon={Bot} title={t("ai")} text={t("aiRisk")} />
      <Tile
        href={optionsAvailable ? "/option-trading" : null}
        icon={Timer}
        title={t("options")}
        text={optionsAvailable ? t("optionsRisk") : t("optionsBlocked")}
      />
    </section>
  );
}

interface TileProps {
  /** Null while the product can't be used. */
  href: string | null;
  icon: LucideIcon;
  title: string;
  text: string;
}

function Tile({ href, icon: Icon, title, text }: TileProps) {
  return (
    <Card className="relative">
      <Icon aria-hidden="true" className="size-5 text-gold-text" />
      <h2 className="mt-2 font-semibold">
        {href === null ? (
          title
        ) : (
          <Link href={href} className="after:absolute after:inset-0 after:rounded-card">
            {title}
          </Link>
        )}
      </h2>
      <p className="mt-0.5 text-text-2">{text}</p>
    </Card>
  );
}
