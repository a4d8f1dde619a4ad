import bcrypt from "bcrypt";
import { hashPassword, passwordMatches } from "@/lib/platform/security/passwords";

it("an unknown account costs a comparison, and nothing more at the first attempt", async () => {
  const [hash, compare] = [jest.spyOn(bcrypt, "hash"), jest.spyOn(bcrypt, "compare")];
  expect(await passwordMatches("wrong horse", null)).toBe(false);
  expect(hash).not.toHaveBeenCalled();
  const decoy = compare.mock.calls[0]?.[1] ?? "";
  // A hash of the right cost that bcrypt works on, as it does on a real one.
  expect(decoy).toHaveLength((await hashPassword("correct horse")).length);
  expect(bcrypt.getRounds(decoy)).toBe(4);
  expect(await bcrypt.hash("wrong horse", decoy.slice(0, 29))).toContain(decoy.slice(0, 29));
});

it("what is longer than a password can be matches none, in the time of a comparison", async () => {
  const longest = "x".repeat(72);
  const hash = await hashPassword(longest);
  const compare = jest.spyOn(bcrypt, "compare");
  expect(await passwordMatches(longest, hash)).toBe(true);
  expect(await passwordMatches(`${longest}anything`, hash)).toBe(false);
  expect(compare).toHaveBeenCalledTimes(2);
  const umlauts = "ü".repeat(36);
  const other = await hashPassword(umlauts);
  expect(await passwordMatches(umlauts, other)).toBe(true);
  expect(await passwordMatches(`${umlauts}x`, other)).toBe(false);
});
