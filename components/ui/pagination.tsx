"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button, ButtonLink } from "./button";

/** A list that grows by a page at a time, as the query library says it. */
export interface PagesLike {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

/** Adds the next page under a keyset-paged list. Nothing is rendered without more. */
export function LoadMore({ query }: { query: PagesLike }) {
  const t = useTranslations("ui");
  if (!query.hasNextPage) return null;
  return (
    <div className="flex justify-center pt-4" data-print="hide">
      <Button
        variant="outline"
        pending={query.isFetchingNextPage}
        pendingLabel={t("loadingMore")}
        onClick={() => void query.fetchNextPage()}
      >
        {t("loadMore")}
      </Button>
    </div>
  );
}

export interface PaginationProps {
  /** Link to the newer page; null on the first. */
  previousHref: string | null;
  /** Link to the older page; null on the last. */
  nextHref: string | null;
  /** e.g. "1–20" or "1–4 of 4". */
  summary?: string;
}

/** Previous and next as links, for pages whose position is in the URL. */
export function Pagination({ previousHref, nextHref, summary }: PaginationProps) {
  const t = useTranslations("ui");
  return (
    <nav aria-label={t("pages")} className="flex flex-wrap items-center gap-3 pt-4">
      {summary ? <p className="mr-auto text-text-2">{summary}</p> : null}
      {previousHref ? (
        <ButtonLink
          href={previousHref}
          variant="outline"
          rel="prev"
          icon={<ChevronLeft aria-hidden="true" />}
        >
          {t("previous")}
        </ButtonLink>
      ) : null}
      {nextHref ? (
        <ButtonLink href={nextHref} variant="outline" rel="next">
          {t("next")}
          <ChevronRight aria-hidden="true" />
        </ButtonLink>
      ) : null}
    </nav>
  );
}
