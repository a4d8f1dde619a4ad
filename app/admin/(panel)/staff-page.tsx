import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AdminPage } from "@/components/layout/admin-shell";
import { ErrorState } from "@/components/ui/display/states";
import { TextLink } from "@/components/ui/text-link";
import type messages from "@/messages/en.json";

type Messages = typeof messages;

/** A page of the panel, by the key of its title. */
type StaffTitle = keyof Messages["staff"]["titles"];

/** Title and description of a staff page; none is for search engines. */
export async function staffMetadata(page: StaffTitle): Promise<Metadata> {
  const t = await getTranslations("staff");
  return {
    title: t(`titles.${page}`),
    description: t(`descriptions.${page}`),
    keywords: t("keywords"),
    robots: { index: false, follow: false },
  };
}

/** What staff see where they have no rights: the panel around it leads on. */
export async function NoAccess({ page }: { page: StaffTitle }) {
  const t = await getTranslations("staff");
  return (
    <AdminPage title={t(`titles.${page}`)}>
      <ErrorState text={t("noAccess")} action={<TextLink href="/">{t("toSite")}</TextLink>} />
    </AdminPage>
  );
}
