"use client";

import { useTranslations } from "next-intl";
import { Loading, SkeletonRows } from "@/components/ui/display/skeleton";
import { ErrorState } from "@/components/ui/display/states";
import { useSecurity } from "@/lib/security/client";
import { AddressBook } from "./address-book";
import { SignInHistory, SupportActions } from "./histories";
import { Protection } from "./protection";
import { Sessions } from "./sessions";

/** Everything that protects the account, and what happened to it. */
export function SecurityView() {
  const t = useTranslations("security");
  const security = useSecurity();
  if (!security.data) {
    return security.isError ? (
      <ErrorState
        text={t("failed")}
        retrying={security.isFetching}
        onRetry={() => void security.refetch()}
      />
    ) : (
      <Loading label={t("title")}>
        <SkeletonRows count={4} />
      </Loading>
    );
  }
  return (
    <>
      <Protection security={security.data} />
      <AddressBook security={security.data} />
      <Sessions />
      <SignInHistory />
      <SupportActions />
    </>
  );
}
