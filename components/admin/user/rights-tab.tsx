"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Checkbox } from "@/components/forms/checkbox";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Card, SectionTitle } from "@/components/ui/card";
import { ErrorState } from "@/components/ui/states";
import { useRights } from "@/lib/accounts/rights-client";
import type { RightsDto } from "@/lib/accounts/rights-schema";
import { messageOf } from "@/lib/platform/client/api";
import { STAFF_PERMISSIONS, type StaffPermission } from "@/lib/platform/staff-areas";
import { permissionKey } from "../permission-key";
import { useIsFullAdmin } from "../staff-areas";
import { ConfirmRights } from "./confirm-rights";
import type { UserTabProps } from "./tab-props";
import { TabLoading } from "./tab-states";

/** What a user may do in the staff panel, and for full administrators the way to change it. */
export function RightsTab({ user, staffId }: UserTabProps) {
  const answer = useRights(user.id);
  if (answer.isPending) return <TabLoading />;
  if (!answer.data) {
    return (
      <ErrorState
        text={messageOf(answer.error)}
        retrying={answer.isFetching}
        onRetry={() => void answer.refetch()}
      />
    );
  }
  return (
    <Rights
      // What a colleague has saved meanwhile is what the boxes begin with.
      key={answer.data.permissions.join()}
      rights={answer.data}
      username={user.username}
      isSelf={user.id === staffId}
    />
  );
}

function Rights({
  rights,
  username,
  isSelf,
}: {
  rights: RightsDto;
  username: string;
  isSelf: boolean;
}) {
  const t = useTranslations("staffRights");
  const mayChange = useIsFullAdmin() && !isSelf;
  const current = STAFF_PERMISSIONS.filter((one) => rights.permissions.includes(one));
  const [chosen, setChosen] = useState<StaffPermission[]>(current);
  const [confirming, setConfirming] = useState<{ next: StaffPermission[]; open: boolean } | null>(
    null,
  );
  const isFull = chosen.includes("*");
  const isChanged = chosen.join() !== current.join();
  const toggle = (one: StaffPermission) =>
    setChosen(STAFF_PERMISSIONS.filter((each) => (each === one) !== chosen.includes(each)));
  return (
    <Card aria-labelledby="rights">
      <SectionTitle id="rights">{t("title")}</SectionTitle>
      {isSelf ? <Banner tone="info">{t("self")}</Banner> : null}
      {!mayChange && !isSelf ? <p className="text-text-2">{t("onlyFull")}</p> : null}
      <fieldset disabled={!mayChange} className="mt-2 min-w-0">
        <legend className="text-text-2">{t("legend", { user: username })}</legend>
        <div className="grid gap-x-6 md:grid-cols-2">
          {STAFF_PERMISSIONS.map((one) => (
            <Checkbox
              key={one}
              name={one}
              checked={chosen.includes(one) || isFull}
              disabled={!mayChange || (isFull && one !== "*")}
              onChange={() => toggle(one)}
              label={
                <>
                  <span className="font-medium">{t(`names.${permissionKey(one)}`)}</span>
                  <span className="block text-caption text-text-2">
                    {t(`texts.${permissionKey(one)}`)}
                  </span>
                </>
              }
            />
          ))}
        </div>
      </fieldset>
      {mayChange ? (
        <div className="mt-3 flex flex-wrap gap-3">
          {isChanged && chosen.length > 0 ? (
            <Button onClick={() => setConfirming({ next: isFull ? ["*"] : chosen, open: true })}>
              {rights.isStaff ? t("save") : t("make")}
            </Button>
          ) : null}
          {rights.isStaff ? (
            <Button variant="danger" onClick={() => setConfirming({ next: [], open: true })}>
              {t("remove")}
            </Button>
          ) : null}
        </div>
      ) : null}
      {confirming ? (
        <ConfirmRights
          rights={rights}
          username={username}
          next={confirming.next}
          open={confirming.open}
          onClose={() => setConfirming({ ...confirming, open: false })}
        />
      ) : null}
    </Card>
  );
}
