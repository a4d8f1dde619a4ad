"use client";

import { useTranslations } from "next-intl";
import { CsvButton } from "@/components/app/csv-button";
import { AdminPage } from "@/components/layout/admin-shell";
import type { DataColumn } from "@/components/ui/display/data-list";
import { Pill, StatusPill } from "@/components/ui/display/pill";
import { TextLink } from "@/components/ui/text-link";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { countries } from "@/lib/accounts/countries";
import { fullPhoneNumber } from "@/lib/accounts/phone-rules";
import { formatAmount } from "@/lib/platform/ui/format";
import { useUsers } from "@/lib/staff/client";
import type { AdminUserDto } from "@/lib/staff/schema";
import { USER_FILTERS } from "@/lib/views/rules";
import { ListFilters, SearchFilter, SelectFilter } from "../lists/list-filters";
import { SavedViews } from "../lists/saved-views";
import { type ListUrl, useListUrl } from "../lists/use-list-url";
import { StaffList } from "../staff/staff-list";
import { CreateUser } from "./create-user";
import { UserStatus } from "./user-status";

/** Everybody with an account: search, status, and the way to each. */
export function UsersList({ staffId }: { staffId: string }) {
  const formatDateTime = useDateTime();
  const t = useTranslations("staffUsers");
  const url = useListUrl(USER_FILTERS);
  const answer = useUsers(url.query);
  const columns = useUserColumns(staffId);
  return (
    <AdminPage
      title={t("title")}
      actions={
        <>
          <CsvButton path="/admin/users" query={url.query} />
          <CreateUser />
        </>
      }
    >
      <UserFilters url={url} />
      <StaffList
        answer={answer}
        rows={answer.data?.users}
        nextCursor={answer.data?.nextCursor ?? null}
        url={url}
        emptyText={t("empty")}
        caption={t("title")}
        tableFrom={880}
        rowKey={(user) => user.id}
        columns={columns}
        card={(user) => ({
          title: <UserName user={user} />,
          amount: formatAmount(user.availableUsdt, "USDT"),
          meta: t("joinedOn", { date: formatDateTime(user.createdAt, { style: "date" }) }),
          status: <StatusPill status={user.isActive ? "active" : "inactive"} />,
        })}
      />
    </AdminPage>
  );
}

function UserFilters({ url }: { url: ListUrl }) {
  const t = useTranslations("staffUsers");
  const yesNo = (name: "verified" | "staff") =>
    (["yes", "no"] as const).map((value) => ({ value, label: t(`${name}.${value}`) }));
  return (
    <ListFilters>
      <SearchFilter url={url} label={t("search")} />
      <SelectFilter
        url={url}
        name="status"
        label={t("status")}
        all={t("allStatuses")}
        options={[
          { value: "active", label: t("active") },
          { value: "inactive", label: t("inactive") },
          { value: "frozen", label: t("frozen") },
        ]}
      />
      <SelectFilter
        url={url}
        name="verified"
        label={t("verified.label")}
        all={t("verified.all")}
        options={yesNo("verified")}
      />
      <SelectFilter
        url={url}
        name="country"
        label={t("country")}
        all={t("allCountries")}
        options={countries.map(({ code, name }) => ({ value: code, label: name }))}
      />
      <SelectFilter
        url={url}
        name="staff"
        label={t("staff.label")}
        all={t("staff.all")}
        options={yesNo("staff")}
      />
      <SelectFilter
        url={url}
        name="sort"
        label={t("sort.label")}
        all={t("sort.newest")}
        options={(["name", "last-sign-in"] as const).map((value) => ({
          value,
          label: t(`sort.${value}`),
        }))}
      />
      <SavedViews url={url} list="users" />
    </ListFilters>
  );
}

function UserName({ user }: { user: AdminUserDto }) {
  const t = useTranslations("staffUsers");
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <TextLink href={`/admin/users/${user.id}`} look="action">
        {user.username}
      </TextLink>
      {user.isAdmin ? <Pill tone="gold">{t("staffMember")}</Pill> : null}
      {user.frozenAt ? <StatusPill status="frozen" /> : null}
    </span>
  );
}

function useUserColumns(staffId: string): DataColumn<AdminUserDto>[] {
  const t = useTranslations("staffUsers");
  return [
    {
      key: "user",
      header: t("user"),
      className: "min-w-44 [overflow-wrap:anywhere]",
      cell: (user) => <UserName user={user} />,
    },
    {
      key: "contact",
      header: t("contact"),
      className: "min-w-56 [overflow-wrap:anywhere]",
      cell: (user) => (
        <>
          {user.email}
          <span className="block text-caption text-text-2">
            {[user.country, fullPhoneNumber(user)].filter(Boolean).join(" · ")}
          </span>
        </>
      ),
    },
    {
      key: "balance",
      header: t("balance"),
      numeric: true,
      cell: (user) => formatAmount(user.availableUsdt, "USDT"),
    },
    {
      key: "joined",
      header: t("joined"),
      at: (user) => user.createdAt,
      timeStyle: "date",
    },
    {
      key: "lastSignIn",
      header: t("lastSignIn"),
      at: (user) => user.lastSignInAt,
      timeStyle: "date",
    },
    {
      key: "status",
      header: t("activeColumn"),
      className: "whitespace-nowrap",
      cell: (user) => <UserStatus user={user} staffId={staffId} hideLabel />,
    },
  ];
}
