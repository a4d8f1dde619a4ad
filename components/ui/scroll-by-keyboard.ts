const TABBABLE = "a[href], button:not([disabled]), input:not([disabled]), select, textarea";

/** A ref: lets the keyboard scroll a region that has more than it shows and holds nothing to tab to. */
export function scrollByKeyboard(region: HTMLDivElement | null) {
  const content = region?.firstElementChild;
  if (!region || !content || typeof ResizeObserver === "undefined") return;
  const observer = new ResizeObserver(() => {
    const scrolls = region.scrollHeight > region.clientHeight;
    if (scrolls && !region.querySelector(TABBABLE)) region.tabIndex = 0;
    else region.removeAttribute("tabindex");
  });
  observer.observe(content);
  return () => observer.disconnect();
}
