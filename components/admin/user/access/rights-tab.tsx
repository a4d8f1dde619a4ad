"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { permissionKey } from "@/components/admin/panel/permission-key";
import { useIsFullAdmin } from "@/components/admin/panel/staff-areas";
import { Checkbox } from "@/components/forms/checkbox";
import { Button } from "@/components/ui/button";
import { Banner } from "@/components/ui/display/banner";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { ErrorState } from "@/components/ui/display/states";
import { messageOf } from "@/lib/platform/client/api";
import { STAFF_PERMISSIONS, type StaffPermission } from "@/lib/sessions/staff-areas";
import { useRights } from "@/lib/staff/rights-client";
import type { RightsDto } from "@/lib/staff/rights-schema";
import type { UserTabProps } from "../tab-props";
import { TabLoading } from "../tab-states";
import { ConfirmRights } from "./confirm-rights";

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
      rights={answer.data}
      refetch={async () => (await answer.refetch()).data}
      username={user.username}
      isSelf={user.id === staffId}
    />
  );
}

/** The boxes that somebody ticked or cleared and has not saved. */
type Typed = Partial<Record<StaffPermission, boolean>>;
/** The change that is asked about. It stays as it was shown, whatever is fetched meanwhile. */
type Question = { current: StaffPermission[]; next: StaffPermission[]; open: boolean };

const permissionsOf = (rights: RightsDto) =>
  STAFF_PERMISSIONS.filter((one) => rights.permissions.includes(one));

const withTyped = (permissions: StaffPermission[], typed: Typed) =>
  STAFF_PERMISSIONS.filter((one) => typed[one] ?? permissions.includes(one));

/** As they are stored: full rights hold all others. */
const tidy = (permissions: StaffPermission[]): StaffPermission[] =>
  permissions.includes("*") ? ["*"] : permissions;

function Rights({
  rights,
  refetch,
  username,
  isSelf,
}: {
  rights: RightsDto;
  refetch: () => Promise<RightsDto | undefined>;
  username: string;
  isSelf: boolean;
}) {
  const t = useTranslations("staffRights");
  const mayChange = useIsFullAdmin() && !isSelf;
  const current = permissionsOf(rights);
  const [typed, setTyped] = useState<Typed>({});
  const [question, setQuestion] = useState<Question | null>(null);
  const chosen = withTyped(current, typed);
  const next = tidy(chosen);
  const isFull = chosen.includes("*");
  const isChanged = next.join() !== tidy(current).join();
  const toggle = (one: StaffPermission) => {
    const { [one]: _, ...others } = typed;
    const isTicked = !chosen.includes(one);
    setTyped(isTicked === current.includes(one) ? others : { ...others, [one]: isTicked });
  };
  // The question stays with its error and asks about the colleague's rights, which it shows.
  const askAgain = async ({ next: asked }: Question) => {
    const newest = permissionsOf((await refetch()) ?? rights);
    const again = asked.length === 0 ? [] : tidy(withTyped(newest, typed));
    setQuestion({ current: newest, next: again, open: true });
  };
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
            <Button onClick={() => setQuestion({ current, next, open: true })}>
              {rights.isStaff ? t("save") : t("make")}
            </Button>
          ) : null}
          {rights.isStaff ? (
            <Button variant="danger" onClick={() => setQuestion({ current, next: [], open: true })}>
              {t("remove")}
            </Button>
          ) : null}
        </div>
      ) : null}
      {question ? (
        <ConfirmRights
          userId={rights.userId}
          username={username}
          current={question.current}
          next={question.next}
          open={question.open}
          onConflict={() => askAgain(question)}
          onSaved={() => setTyped({})}
          onClose={() => setQuestion({ ...question, open: false })}
        />
      ) : null}
    </Card>
  );
}
