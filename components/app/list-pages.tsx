"use client";

import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/button";
import { Pagination } from "@/components/ui/pagination";
import { EmptyState } from "@/components/ui/states";
import { listHref } from "@/lib/platform/ui/list-url";

export interface ListPlace {
  pathname: string;
  /** What stands in the address beside the place in the list. */
  filters: Record<string, string | undefined>;
  /** The cursors that led to this page; empty on the first. */
  trail: string[];
}

function hrefOf({ pathname, filters }: ListPlace, trail: string[]): string {
  return listHref(
    pathname,
    new URLSearchParams(),
    Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, value ?? null])),
    trail,
  );
}

/** The ways to the newer and the older page of a list whose place is in its address. */
export function ListPages({
  place,
  nextCursor,
}: {
  place: ListPlace;
  nextCursor: string | null | undefined;
}) {
  const { trail } = place;
  if (trail.length === 0 && !nextCursor) return null;
  return (
    <div data-print="hide">
      <Pagination
        previousHref={trail.length > 0 ? hrefOf(place, trail.slice(0, -1)) : null}
        nextHref={nextCursor ? hrefOf(place, [...trail, nextCursor]) : null}
      />
    </div>
  );
}

/** A page of a list that has got shorter: nothing is left on it. */
export function PageGone({ place }: { place: ListPlace }) {
  const t = useTranslations("ui");
  return (
    <EmptyState
      text={t("pageGone")}
      action={
        <ButtonLink href={hrefOf(place, [])} variant="outline">
          {t("firstPage")}
        </ButtonLink>
      }
    />
  );
}
