/**
 * Gives names to controls that the library leaves without, and lets the keyboard reach what scrolls.
 * @param root where the library draws
 */
export function nameControls(root: HTMLElement): void {
  for (const field of root.querySelectorAll("select, textarea, input")) {
    if (field.hasAttribute("aria-label") || field.id) continue;
    const row = field.closest("tr")?.querySelector(".parameter__name")?.firstChild?.textContent;
    field.setAttribute("aria-label", row?.trim() || field.closest("[class]")?.className || "");
  }
  for (const box of root.querySelectorAll("pre")) box.tabIndex = 0;
}
