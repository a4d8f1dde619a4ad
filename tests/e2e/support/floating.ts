import type { Page } from "playwright/test";

/** A notification that floats over a page. */
export const floatingOn = (page: Page) =>
  page.getByRole("dialog").filter({ has: page.getByRole("button", { name: "View", exact: true }) });

/** Closes notifications that float, such as those about the person's own actions, whenever one is in the way. */
export const keepClear = (page: Page): Promise<void> =>
  page.addLocatorHandler(floatingOn(page), (floating) =>
    floating.getByRole("button", { name: "Cancel" }).click(),
  );
