"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { CsvButton } from "@/components/app/csv-button";
import { Field } from "@/components/forms/field";
import { Select } from "@/components/forms/text-input";
import { ChangeText } from "@/components/ui/display/change-text";
import type { DataColumn } from "@/components/ui/display/data-list";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { movementsQueryOf, useHouseMovements } from "@/lib/house/client";
import type { HouseMovementDto, HouseResponse } from "@/lib/house/schema";
import { formatAmount } from "@/lib/platform/ui/format";
import { ListFilters } from "../lists/list-filters";
import type { ListUrl } from "../lists/use-list-url";
import { StaffList } from "../staff/staff-list";
import { UserLink } from "../users/user-link";

const DEFAULT_ACCOUNT = "USDT.treasury";

/** What came to and left one account of the house. */
export function MovementsList({ url, house }: { url: ListUrl; house: HouseResponse }) {
  const formatDateTime = useDateTime();
  const t = useTranslations("staffHouse");
  const query = useMemo(() => movementsQueryOf(url.query), [url.query]);
  const answer = useHouseMovements(query);
  const account = url.filters.account ?? DEFAULT_ACCOUNT;
  const [currency = "USDT"] = account.split(".");
  const pools = house.accounts.filter(({ shards }) => shards > 1);
  const isPool = pools.some((one) => `${one.currency}.${one.kind}` === account);
  const columns = useMovementColumns(currency, isPool);
  const { otherOf, eventOf } = useMovementText();
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-end justify-between gap-2">
        <ListFilters>
          <Field label={t("movements.account")} hideLabel>
            <Select
              value={account}
              onChange={(event) => url.change({ account: event.target.value })}
            >
              {house.accounts
                .filter(({ kind }) => kind !== "escrow")
                .map((one) => (
                  <option
                    key={`${one.currency}.${one.kind}`}
                    value={`${one.currency}.${one.kind}`}
                  >{`${t(`kinds.${one.kind}.name`)} ${one.currency}`}</option>
                ))}
            </Select>
          </Field>
        </ListFilters>
        <CsvButton path="/admin/house/movements" query={query} />
      </div>
      <StaffList
        answer={answer}
        rows={answer.data?.movements}
        nextCursor={answer.data?.nextCursor ?? null}
        url={url}
        emptyText={t("movements.empty")}
        caption={t("movements.caption")}
        tableFrom={880}
        rowKey={(row) => row.id}
        columns={columns}
        card={(row) => ({
          title: (
            <>
              {eventOf(row)} · {otherOf(row)}
            </>
          ),
          amount: <Change row={row} currency={currency} />,
          meta: (
            <>
              {formatDateTime(row.at, { style: "full" })}
              {row.reason ? (
                <span dir="auto" className="block">
                  {row.reason}
                </span>
              ) : null}
            </>
          ),
        })}
      />
    </div>
  );
}

function Change({ row, currency }: { row: HouseMovementDto; currency: string }) {
  const text = formatAmount(row.amount, currency, { sign: true, exact: true });
  return <ChangeText value={row.amount} text={text} />;
}

function useMovementText() {
  const t = useTranslations("staffHouse");
  const eventOf = ({ event }: HouseMovementDto) => {
    const key = `movements.events.${event}`;
    return t.has(key as never) ? t(key as never) : event;
  };
  const nameOf = (kind: string) => {
    const key = `kinds.${kind}.name`;
    return t.has(key as never) ? t(key as never) : kind;
  };
  const otherOf = ({ other }: HouseMovementDto) =>
    other.user ? <UserLink user={other.user} /> : nameOf(other.kind);
  return { eventOf, otherOf };
}

function useMovementColumns(currency: string, isPool: boolean): DataColumn<HouseMovementDto>[] {
  const t = useTranslations("staffHouse.movements");
  const { eventOf, otherOf } = useMovementText();
  return [
    { key: "at", header: t("at"), at: (row) => row.at, timeStyle: "full" },
    {
      key: "event",
      header: t("event"),
      cell: (row) => (
        <>
          {eventOf(row)}
          {row.reason ? (
            <span
              dir="auto"
              className="block text-left text-caption text-text-2 [overflow-wrap:anywhere]"
            >
              {row.reason}
            </span>
          ) : null}
        </>
      ),
    },
    {
      key: "other",
      header: t("other"),
      className: "min-w-36 [overflow-wrap:anywhere]",
      cell: otherOf,
    },
    {
      key: "amount",
      header: t("amount"),
      numeric: true,
      cell: (row) => <Change row={row} currency={currency} />,
    },
    {
      key: "after",
      header: t("after"),
      numeric: true,
      cell: (row) => (
        <>
          {formatAmount(row.balanceAfter, currency)}
          {isPool ? (
            <span className="block text-caption text-text-2">
              {t("part", { number: row.shard + 1 })}
            </span>
          ) : null}
        </>
      ),
    },
  ];
}
