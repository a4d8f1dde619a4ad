import bcrypt from "bcrypt";
import { POST as login } from "@/app/api/auth/login/route";
import { prisma } from "@/lib/platform/db";
import { hashPassword, passwordMatches } from "@/lib/platform/security/passwords";
import { createTestUser } from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";

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

it("one password matches however a keyboard composes it, also a hash from before that was so", async () => {
  const [composed, decomposed] = ["Kürbis ﬁ 1", "Ku\u0308rbis ﬁ 1"];
  const hash = await hashPassword(decomposed);
  expect(await passwordMatches(composed, hash)).toBe(true);
  expect(await passwordMatches("Kürbis fi 1", hash)).toBe(true);
  const old = await bcrypt.hash(decomposed, 4);
  expect(await passwordMatches(decomposed, old)).toBe(true);
  expect(await passwordMatches("Kurbis fi 1", old)).toBe(false);
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

it.each(["somebody", "nobody"])(
  "works on two hashes at once, and refuses those for which too many wait: guesses at %s",
  async (who) => {
    const user = await createTestUser();
    let [working, most, refusals] = [0, 0, 0];
    let goOn = () => {};
    const gate = new Promise<void>((resolve) => (goOn = resolve));
    const work = async () => {
      working += 1;
      most = Math.max(most, working);
      await gate;
      working -= 1;
    };
    const compare = jest.spyOn(bcrypt, "compare") as unknown as jest.SpyInstance<Promise<boolean>>;
    compare.mockImplementation(() => work().then(() => false));
    const make = jest.spyOn(bcrypt, "hash") as unknown as jest.SpyInstance<Promise<string>>;
    make.mockImplementation(() => work().then(() => ""));
    // Two are made and 170 wait, which leaves room for thirty.
    const others = Array.from({ length: 172 }, () => hashPassword("of somebody else", "stranger"));
    const usernameOrEmail = who === "somebody" ? user.username : "nobody_knows";
    const guess = async (_: unknown, n: number) => {
      const body = { usernameOrEmail, password: "wrong horse" };
      const answer = await callRoute(login, { body, ip: `192.0.2.${100 + n}` });
      // The others wait until these twenty-eight have their answer.
      if (answer.status === 429 && ++refusals === 28) goOn();
      return answer;
    };
    const answers = await Promise.all(Array.from({ length: 58 }, guess));
    await Promise.all(others);
    const compared = compare.mock.calls.length;
    compare.mockRestore();
    make.mockRestore();
    expect([most, compared, refusals]).toEqual([2, 30, 28]);
    for (const refused of answers.filter(({ status }) => status !== 401)) {
      expect(refused).toMatchObject({
        status: 429,
        body: {
          code: "RATE_LIMITED",
          message: "The server is busy right now",
        },
      });
      expect(refused.headers.get("retry-after")).toBe("5");
    }
    // What was not looked at counts against nobody.
    const attempts = await prisma.signIn.count({ where: { userId: user.id } });
    expect(attempts).toBe(who === "somebody" ? 30 : 0);
  },
);
