import { hasMoved } from "./rate-rules";

describe("a rate that was shown", () => {
  it.each([
    [1000n, 1005n, false],
    [1000n, 1006n, true],
    [1000n, 995n, false],
    [1000n, 994n, true],
    [9_500_000_000_000n, 9_547_500_000_000n, false],
    [9_500_000_000_000n, 9_547_500_000_001n, true],
  ])("%d against %d: moved is %s", (shown, now, moved) => {
    expect(hasMoved(shown, now)).toBe(moved);
  });
});
