import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { PublicConfig } from "@/lib/settings/schema";
import { LanguageSwitch } from "../app/language/language-switch";
import { Segment } from "../app/segment";
import { SiteBanners } from "../app/site-banners";
import { CustomerServiceButton } from "../contacts/customer-service-button";
import { AuthLayout } from "../layout/auth-layout";

/** The frame of the login, registration and recovery pages, with the texts of their forms. */
export function AuthPage({
  config,
  title,
  subtitle,
  footer,
  aside,
  children,
}: {
  config: PublicConfig;
  title: string;
  subtitle?: string;
  footer?: ReactNode;
  /** Beside the form, where the window has the room. */
  aside?: ReactNode;
  children: ReactNode;
}) {
  const t = useTranslations("app");
  return (
    <Segment namespaces={["auth", "errors.passkey", "errors.registration"]}>
      <AuthLayout
        siteName={config.siteName}
        logoSrc={config.logoUrl}
        title={title}
        subtitle={subtitle}
        actions={<CustomerServiceButton />}
        banner={<SiteBanners config={config} />}
        languages={<LanguageSwitch />}
        footer={footer}
        aside={aside}
        legalLabel={t("legal.label")}
        legal={[
          { href: "/privacy-policy", label: t("legal.privacy") },
          { href: "/terms-conditions", label: t("legal.terms") },
          { href: "/about-us", label: t("legal.about") },
          { href: "/legality", label: t("legal.legality") },
          { href: "/transparency", label: t("legal.transparency") },
        ]}
      >
        {children}
      </AuthLayout>
    </Segment>
  );
}
