const LIMIT = 5;
const WITHIN_MS = 60_000;
const FIRST_WAIT_MS = 100;

/**
 * How often, and after how long, something that ended unexpectedly is started again: at once as good as, then after
 * twice as long each time, and five times in a minute at most.
 * @param {() => number} nowMs a clock
 * @returns {() => number | null} to be called at each end: how many milliseconds to wait, or null to give up
 */
export function countRestarts(nowMs = () => performance.now()) {
  let recent = [];
  return () => {
    const now = nowMs();
    recent = recent.filter((at) => now - at < WITHIN_MS);
    if (recent.length >= LIMIT) return null;
    recent.push(now);
    return FIRST_WAIT_MS * 2 ** (recent.length - 1);
  };
}
