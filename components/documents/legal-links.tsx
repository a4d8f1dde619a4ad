import { useTranslations } from "next-intl";
import { TextLink } from "../ui/text-link";

/** The public pages that belong to the site itself: its texts, and what anybody can check. */
export function LegalLinks() {
  const t = useTranslations("app.legal");
  const links = [
    ["/privacy-policy", t("privacy")],
    ["/terms-conditions", t("terms")],
    ["/about-us", t("about")],
    ["/legality", t("legality")],
    ["/whitepaper", t("whitepaper")],
    ["/transparency", t("transparency")],
  ] as const;
  return (
    <nav aria-label={t("label")}>
      <ul className="flex flex-wrap justify-center gap-x-4">
        {links.map(([href, label]) => (
          <li key={href}>
            <TextLink look="quiet" href={href}>
              {label}
            </TextLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
