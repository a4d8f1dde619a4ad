"use client";

import { useEffect } from "react";

function keepFromRouter(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest("a")) event.stopPropagation();
}

/**
 * Leaves every link to the browser, which loads its page anew. For the document of unknown addresses: there the router
 * changes the address and the title, but not the page, as it takes that document for the layout of all pages.
 */
export function FullLoadLinks() {
  useEffect(() => {
    // React hears of clicks at the document, after this. What holds links back while offline hears of them before.
    const { body } = document;
    body.addEventListener("click", keepFromRouter);
    return () => body.removeEventListener("click", keepFromRouter);
  }, []);
  return null;
}
