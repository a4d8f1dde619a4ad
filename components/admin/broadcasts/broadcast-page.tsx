"use client";

import { useTranslations } from "next-intl";
import { AdminPage } from "@/components/layout/admin-shell";
import { Loading, Skeleton } from "@/components/ui/display/skeleton";
import { lazyPart } from "@/components/ui/overlays/lazy-part";
import { useMay } from "../panel/staff-rights";
import { BroadcastList } from "./broadcast-list";

const BroadcastWriter = lazyPart(
  () => import("./broadcast-writer").then((module) => module.BroadcastWriter),
  WriterLoading,
);

/** Messages to many: a new one, and what became of those that were sent. */
export function BroadcastPage() {
  const titles = useTranslations("staff.titles");
  const maySend = useMay("notifications.send");
  return (
    <AdminPage title={titles("create-notifications")}>
      {maySend ? <BroadcastWriter /> : null}
      <BroadcastList />
    </AdminPage>
  );
}

function WriterLoading() {
  const t = useTranslations("staffNotifications");
  return (
    <Loading label={t("newOne")}>
      <Skeleton className="h-[560px]" />
    </Loading>
  );
}
