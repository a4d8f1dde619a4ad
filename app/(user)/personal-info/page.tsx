import { getLocale, getTranslations } from "next-intl/server";
import { pageMetadata } from "@/app/page-metadata";
import { Messages } from "@/components/app/messages";
import { CustomerServiceButton } from "@/components/contacts/customer-service-button";
import { Page } from "@/components/layout/page";
import { PersonalDetails } from "@/components/profile/personal-details";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/display/card";
import { countryName } from "@/lib/accounts/country-names";
import { getUser } from "@/lib/accounts/data";
import { serializeUser } from "@/lib/accounts/serializers";
import { requireUser } from "@/lib/sessions/page-gate";

export const generateMetadata = () => pageMetadata("personalInfo");

export default async function PersonalInfoPage() {
  const { userId } = await requireUser();
  const [t, genders, language, user] = await Promise.all([
    getTranslations("personalInfo"),
    getTranslations("auth.register"),
    getLocale(),
    getUser(userId),
  ]);
  const gender = { Male: genders("male"), Female: genders("female") }[user.gender] ?? user.gender;
  return (
    <Messages namespaces={["contacts", "personalInfo"]}>
      <Page title={t("title")} backHref="/profile">
        <Card className="py-1.5">
          <PersonalDetails
            user={serializeUser(user)}
            country={countryName(user.country, language)}
            gender={gender}
          />
        </Card>
        <p className="text-text-2">{t("contact")}</p>
        <div className="flex flex-wrap gap-3">
          <CustomerServiceButton look="button" />
          <ButtonLink href="/security-management" variant="outline">
            {t("security")}
          </ButtonLink>
        </div>
      </Page>
    </Messages>
  );
}
