import { judgeMove } from "./pause-rules";

const NOW = 10_000_000;
const MAX_MOVE_PPM = 30_000;
const at = (secondsAgo: number, price: number) => ({
  atMs: NOW - secondsAgo * 1_000,
  priceE8: BigInt(price * 1e8),
});
const judge = (accepted: ReturnType<typeof at>[], price: number) =>
  judgeMove(accepted, BigInt(price * 1e8), NOW, MAX_MOVE_PPM);

it.each([
  ["nothing to compare with", [], 4000, null],
  ["a small move", [at(2, 4000)], 4100, null],
  ["the largest move that is allowed", [at(2, 4000)], 4120, null],
  ["a larger one, up", [at(2, 4000)], 4120.01, "minute"],
  ["a larger one, down", [at(2, 4000)], 3879.99, "minute"],
  ["a larger one in several steps", [at(50, 4000), at(25, 4060), at(1, 4110)], 4125, "minute"],
  ["one that took more than a minute", [at(70, 4000), at(25, 4060)], 4125, null],
  ["after a silence, within 10%", [at(1_200, 4000)], 4399, null],
  ["after a silence, beyond 10%", [at(1_200, 4000)], 4401, "hour"],
  [
    "beyond 10% of what was more than an hour before the last",
    [at(9_000, 4000), at(1_200, 5000)],
    4400,
    "hour",
  ],
] as const)("judges %s", (_, accepted, price, reason) => {
  expect(judge([...accepted], price)).toBe(reason);
});
