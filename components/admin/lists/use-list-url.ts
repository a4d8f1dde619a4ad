"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useMemo } from "react";
import { listHref, listQueryOf, readListState } from "@/lib/platform/ui/list-url";

/** What stands in the address now: a second change may come before the page has shown the first. */
const inAddress = () => new URLSearchParams(window.location.search);

/** Marks the entries of the history that were made by opening something over a list. */
const OPENED_HERE = "openedOverList";

/** The list that the address describes, and the ways to other views of it. */
export function useListUrl(names: readonly string[]) {
  const pathname = usePathname();
  const params = useSearchParams();
  return useMemo(() => {
    const current = new URLSearchParams(params);
    const state = readListState(current, names);
    const cleared = Object.fromEntries(names.map((name) => [name, null]));
    return {
      ...state,
      query: listQueryOf(state),
      isFiltered: Object.keys(state.filters).length > 0,
      hrefOf: (changes: Record<string, string | null>) => listHref(pathname, current, changes),
      /** Filters change without a request for the page itself: only the list is fetched. */
      change: (changes: Record<string, string | null>) =>
        window.history.replaceState(null, "", listHref(pathname, inAddress(), changes)),
      parameter: (name: string) => current.get(name),
      /** What opens over the list: the list stays at its page, and the Back button closes it. */
      setParameter: (name: string, value: string | null) => {
        // What was begun here may end when another page is shown: that one's address is not ours.
        if (window.location.pathname !== pathname) return;
        const href = listHref(pathname, inAddress(), { [name]: value }, state.trail);
        const isOpen = inAddress().has(name);
        const isMarked = window.history.state?.[OPENED_HERE] === name;
        const mark = { [OPENED_HERE]: name };
        // Closing does not go back: that would cancel where a link pressed right after leads to. The entry
        // stays and is used again by the next opening.
        if (value !== null && !isOpen && !isMarked) window.history.pushState(mark, "", href);
        else window.history.replaceState(isMarked ? mark : null, "", href);
      },
      clearHref: listHref(pathname, current, cleared),
      firstHref: listHref(pathname, current, {}),
      previousHref:
        state.trail.length > 0 ? listHref(pathname, current, {}, state.trail.slice(0, -1)) : null,
      nextHref: (cursor: string | null) =>
        cursor === null ? null : listHref(pathname, current, {}, [...state.trail, cursor]),
    };
  }, [names, params, pathname]);
}

export type ListUrl = ReturnType<typeof useListUrl>;
