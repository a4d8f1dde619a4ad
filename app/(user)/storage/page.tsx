import { getTranslations } from "next-intl/server";
import type { ReactElement } from "react";
import { pageMetadata } from "@/app/page-metadata";
import { Page } from "@/components/layout/page";
import { SegmentedLinks } from "@/components/ui/segmented";
import { requireUser } from "@/lib/sessions/page-gate";
import { SavingsTab } from "./savings-tab";
import { StorageTab } from "./storage-tab";

type Tab = (props: { userId: string }) => Promise<ReactElement>;

/** The halves of the page, by the `tab` of the address; the first one needs no `tab`. */
const TABS: Record<string, Tab> = {
  storage: StorageTab,
  savings: SavingsTab,
};
const [FIRST] = Object.keys(TABS);

const hrefOf = (tab: string) => (tab === FIRST ? "/storage" : `/storage?tab=${tab}`);

export const generateMetadata = () => pageMetadata("storage");

type Props = { searchParams: Promise<{ tab?: string | string[] }> };

export default async function StoragePage({ searchParams }: Props) {
  const [{ userId }, { tab }, t] = await Promise.all([
    requireUser(),
    searchParams,
    getTranslations("storage"),
  ]);
  const chosen = typeof tab === "string" && Object.hasOwn(TABS, tab) ? tab : "storage";
  const Content = TABS[chosen] ?? StorageTab;
  return (
    <Page title={t("title")}>
      {Object.keys(TABS).length > 1 ? (
        <SegmentedLinks
          label={t("tabsLabel")}
          current={hrefOf(chosen)}
          items={Object.keys(TABS).map((name) => ({
            href: hrefOf(name),
            label: t(`tabs.${name}`),
          }))}
        />
      ) : null}
      <Content userId={userId} />
    </Page>
  );
}
