import { headers } from "next/headers";
import { getTranslations } from "next-intl/server";
import { pageMetadata } from "@/app/page-metadata";
import { Messages } from "@/components/app/messages";
import { Seed } from "@/components/app/seed/seed";
import { Page } from "@/components/layout/page";
import { InviteView } from "@/components/referrals/invite-view";
import { Banner } from "@/components/ui/display/banner";
import { REFERRALS_PER_PAGE, referralKey } from "@/lib/referrals/client";
import { getReferralData } from "@/lib/referrals/data";
import { isReferralBlocked } from "@/lib/referrals/rules";
import { requireUser } from "@/lib/sessions/page-gate";
import { getSettings } from "@/lib/settings/data";

export const generateMetadata = () => pageMetadata("invite");

export default async function InviteFriendsPage() {
  const [user, settings, t] = await Promise.all([
    requireUser(),
    getSettings(),
    getTranslations("invite"),
  ]);
  if (isReferralBlocked(settings, user.countryIso)) {
    return (
      <Page title={t("title")} backHref="/profile">
        <Banner tone="info" title={t("blockedTitle")}>
          {t("blockedText")}
        </Banner>
      </Page>
    );
  }
  const first = await getReferralData(user, await headers(), { limit: REFERRALS_PER_PAGE });
  return (
    <Messages namespaces={["invite"]}>
      <Seed entries={[[referralKey, { pages: [first], pageParams: [null] }]]}>
        <Page title={t("title")} backHref="/profile">
          <InviteView />
        </Page>
      </Seed>
    </Messages>
  );
}
