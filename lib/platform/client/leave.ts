/** Meanwhile the next page should have come; if not, somebody stayed for what they had not saved. */
const LEAVING_MS = 30_000;

let leftAtMs = Number.NEGATIVE_INFINITY;

/**
 * Goes to another page by a full load, so that nothing of anybody stays in the memory of this one.
 * @returns false while the page is being left already: whoever was first has decided where to
 */
export function leaveFor(path: string): boolean {
  if (performance.now() - leftAtMs < LEAVING_MS) return false;
  leftAtMs = performance.now();
  window.location.replace(path);
  return true;
}
