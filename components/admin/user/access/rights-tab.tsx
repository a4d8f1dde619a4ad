"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { permissionKey } from "@/components/admin/panel/permission-key";
import { useIsFullAdmin } from "@/components/admin/panel/staff-rights";
import { Checkbox } from "@/components/forms/checkbox";
import { useSchemaForm } from "@/components/forms/use-schema-form";
import { Button } from "@/components/ui/button";
import { Banner } from "@/components/ui/display/banner";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { QueryError } from "@/components/ui/display/query-state";
import { STAFF_PERMISSIONS, type StaffPermission } from "@/lib/sessions/permission-rules";
import { useRights } from "@/lib/staff/rights-client";
import type { ChangeRightsInput, RightsDto } from "@/lib/staff/rights-schema";
import { useRoles } from "@/lib/staff/role-client";
import type { RoleDto } from "@/lib/staff/role-schema";
import { RoleText } from "../../staff/role-text";
import type { UserTabProps } from "../tab-props";
import { TabLoading } from "../tab-states";
import { ConfirmRights } from "./confirm-rights";
import { NO_ROLE, RoleChoice } from "./role-choice";

/** What a user may do in the staff panel, and for full administrators the way to change it. */
export function RightsTab({ user, staffId }: UserTabProps) {
  const answer = useRights(user.id);
  if (answer.isPending) return <TabLoading />;
  if (!answer.data) {
    return <QueryError query={answer} />;
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

/** The change that is asked about. It stays as it was shown, whatever is fetched meanwhile. */
type Question = {
  rights: RightsDto;
  next: StaffPermission[];
  nextRole: RoleDto | null;
  open: boolean;
};

/** Rights of one's own: of a role nothing is ticked. */
const permissionsOf = (rights: RightsDto) =>
  rights.role ? [] : STAFF_PERMISSIONS.filter((one) => rights.permissions.includes(one));

/** Which boxes are ticked. */
type Boxes = Record<StaffPermission, boolean>;
const boxesOf = (rights: RightsDto) =>
  Object.fromEntries(
    STAFF_PERMISSIONS.map((one) => [one, permissionsOf(rights).includes(one)]),
  ) as Boxes;
const ticked = (boxes: Boxes) => STAFF_PERMISSIONS.filter((one) => boxes[one]);

/** As they are stored: full rights hold all others. */
const tidy = (permissions: StaffPermission[]): StaffPermission[] =>
  permissions.includes("*") ? ["*"] : permissions;

// Who it is is asked after the look at the change.
const loadSchema = () =>
  import("@/lib/staff/rights-schema").then((module) =>
    module.changeRightsSchema.pick({ permissions: true }),
  );

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
  const form = useSchemaForm<Boxes, Pick<ChangeRightsInput, "permissions">>({
    start: boxesOf(rights),
    follows: true,
    loadSchema,
    toInput: (boxes) => ({ permissions: tidy(ticked(boxes)) }),
  });
  const [question, setQuestion] = useState<Question | null>(null);
  const roles = useRoles().data ?? [];
  const [chosenRole, setChosenRole] = useState<string | null>(null);
  const roleId = chosenRole ?? rights.role?.id ?? NO_ROLE;
  const role = roles.find(({ id }) => id === roleId) ?? null;
  const { dirtyFields } = form.formState;
  const chosen = ticked(useWatch({ control: form.control }) as Boxes);
  const isFull = chosen.includes("*");
  const isChanged =
    roleId !== (rights.role?.id ?? NO_ROLE) || tidy(chosen).join() !== tidy(current).join();
  // The question stays with its error and asks about the colleague's rights, which it shows.
  const askAgain = async ({ next: asked, nextRole }: Question) => {
    const now = (await refetch()) ?? rights;
    const newest = permissionsOf(now);
    const isWanted = (one: StaffPermission) => (dirtyFields[one] ? chosen : newest).includes(one);
    const next = asked.length === 0 ? [] : tidy(STAFF_PERMISSIONS.filter(isWanted));
    setQuestion({ rights: now, next, nextRole, open: true });
  };
  return (
    <Card aria-labelledby="rights">
      <SectionTitle id="rights">{t("title")}</SectionTitle>
      {isSelf ? <Banner tone="info">{t("self")}</Banner> : null}
      {!mayChange && !isSelf ? <p className="text-text-2">{t("onlyFull")}</p> : null}
      <RoleChoice
        roles={roles}
        value={roleId}
        known={rights.role}
        disabled={!mayChange}
        onChange={setChosenRole}
      />
      {role ? <RoleText role={role} /> : null}
      {roleId === NO_ROLE ? (
        <fieldset disabled={!mayChange} className="mt-2 min-w-0">
          <legend className="text-text-2">{t("legend", { user: username })}</legend>
          <div className="grid gap-x-6 md:grid-cols-2">
            {STAFF_PERMISSIONS.map((one) => (
              <Checkbox
                key={one}
                name={one}
                checked={chosen.includes(one) || isFull}
                disabled={!mayChange || (isFull && one !== "*")}
                onChange={({ target }) => form.setValue(one, target.checked, { shouldDirty: true })}
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
      ) : null}
      {mayChange ? (
        <div className="mt-3 flex flex-wrap gap-3">
          {isChanged && role ? (
            <Button onClick={() => setQuestion({ rights, next: [], nextRole: role, open: true })}>
              {rights.isStaff ? t("save") : t("make")}
            </Button>
          ) : null}
          {isChanged && roleId === NO_ROLE && chosen.length > 0 ? (
            <Button
              onClick={form.submit(({ permissions }) =>
                setQuestion({ rights, next: permissions, nextRole: null, open: true }),
              )}
            >
              {rights.isStaff ? t("save") : t("make")}
            </Button>
          ) : null}
          {rights.isStaff ? (
            <Button
              variant="danger"
              onClick={() => setQuestion({ rights, next: [], nextRole: null, open: true })}
            >
              {t("remove")}
            </Button>
          ) : null}
        </div>
      ) : null}
      {question ? (
        <ConfirmRights
          username={username}
          rights={question.rights}
          next={question.next}
          nextRole={question.nextRole}
          open={question.open}
          onConflict={() => askAgain(question)}
          onSaved={(saved) => {
            form.reset(boxesOf(saved));
            setChosenRole(null);
          }}
          onClose={() => setQuestion({ ...question, open: false })}
        />
      ) : null}
    </Card>
  );
}
