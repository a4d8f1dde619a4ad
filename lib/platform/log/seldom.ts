/**
 * For what may happen many times a second and is worth a line now and then.
 * @returns says something unless something was said less than `ms` ago; gets how often nothing was said since then
 */
export function seldom(ms: number): (say: (unsaid: number) => void) => void {
  let lastAt = Number.NEGATIVE_INFINITY;
  let unsaid = 0;
  return (say) => {
    if (performance.now() - lastAt < ms) {
      unsaid += 1;
      return;
    }
    say(unsaid);
    lastAt = performance.now();
    unsaid = 0;
  };
}
