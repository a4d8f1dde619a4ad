"use client";

import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/display/states";
import { Pagination } from "@/components/ui/pagination";
import { listHref } from "@/lib/platform/ui/list-url";

interface ListPlace {
  pathname: string;
  /** What stands in the address beside the place in the list. */
  filters: Record<string, string | undefined>;
  /** The cursors that led to this page; empty on the first. */
  trail: string[];
}

/**
 * The ways to the newer and the older page of a list whose place is in its address and which CSV holds as a whole.
 * Paper has no ways: it says that it shows one page.
 */
export function ListPages({
  place,
  nextCursor,
}: {
  place: ListPlace;
  nextCursor: string | null | undefined;
}) {
  const t = useTranslations("ui");
  const { pathname, filters, trail } = place;
  const hrefOf = (to: string[]) => listHref(pathname, new URLSearchParams(), filters, to);
  if (trail.length === 0 && !nextCursor) return null;
  return (
    <>
      <p data-print="only" className="hidden">
        {t("printedPage")}
      </p>
      <div data-print="hide">
        <Pagination
          previousHref={trail.length > 0 ? hrefOf(trail.slice(0, -1)) : null}
          nextHref={nextCursor ? hrefOf([...trail, nextCursor]) : null}
        />
      </div>
    </>
  );
}

/** A page of a list that has got shorter: nothing is left on it. */
export function PageGone({ firstHref }: { firstHref: string }) {
  const t = useTranslations("ui");
  return (
    <EmptyState
      text={t("pageGone")}
      action={
        <ButtonLink href={firstHref} variant="outline">
          {t("firstPage")}
        </ButtonLink>
      }
    />
  );
}
