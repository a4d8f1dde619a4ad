import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { prisma } from "@/lib/platform/db";
import { BURN_ADDRESSES } from "@/lib/wallets/names";
import { seed } from "@/prisma/seed";
import { refuseOtherOrigin } from "@/prisma/seed/origin";
import { setRate } from "@/tests/factories/deposits";
import { createTestUser } from "@/tests/factories/users";
import { createWalletRow } from "@/tests/factories/wallets";
import { testDatabase } from "@/tests/support/database";
import { recordTick } from "@/tests/support/ledger/ledger-model-fixture";
import { asOwner } from "@/tests/support/owner";
import { program } from "@/tests/support/program";

// Each start is a process of its own.
jest.setTimeout(180_000);

const database = testDatabase();
const forReal = () => refuseOtherOrigin(true);
const forDemo = () => refuseOtherOrigin(false);
const holds = (what: string) =>
  `REAL_MONEY=1 needs a database that no demo was started on: this one holds ${what}.`;

const run = (file: string, realMoney: "0" | "1") =>
  promisify(execFile)(process.execPath, [program(file)], {
    env: {
      ...process.env,
      NODE_OPTIONS: "",
      ADMIN_PASSWORD: "a password",
      MARKET_SOURCE: realMoney === "1" ? "live" : "simulated",
      REAL_MONEY: realMoney,
      APP_URL: "https://site.test",
    },
  });
/** As a start runs it. */
const runSeed = (realMoney: "0" | "1") => run("scripts/seed.ts", realMoney);
/** The server by itself, without the steps of a start before it. */
const runServer = (realMoney: "0" | "1") => run("server.ts", realMoney);

describe("a database", () => {
  it("with nothing in it may become either", async () => {
    await forReal();
    await forDemo();
  });

  it("with users but without a demo's funds becomes no demo", async () => {
    const user = await createTestUser();
    await forReal();
    await expect(seed()).rejects.toThrow(/^This database holds users or money of a site with real/);
    expect(await prisma.ledgerJournal.count()).toBe(0);
    await expect(runServer("0")).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^The server did not start: This database holds users or money of a site with real.*\n$/,
      ),
    });
    await asOwner().user.update({ where: { id: user.id }, data: { isAdmin: true } });
    await forDemo();
    await asOwner().user.update({ where: { id: user.id }, data: { isAdmin: false } });
  });

  it("takes no real money while a demo's address is shown", async () => {
    const { id } = await createWalletRow("ETH", "ERC20", {
      address: BURN_ADDRESSES.ERC20.toLowerCase(),
    });
    await expect(forReal()).rejects.toThrow(holds("demo wallets"));
    await asOwner().wallet.update({ where: { id }, data: { isActive: false } });
    await createWalletRow("ETH", "ERC20");
    await forReal();
  });

  it("takes no real money with simulated prices or rates", async () => {
    await setRate("BTC", 1n, { simulated: true });
    await expect(forReal()).rejects.toThrow(holds("simulated prices"));
    await setRate("BTC", 1n);
    await recordTick(4000);
    await forReal();
    await recordTick(4000, { simulated: true });
    await expect(forReal()).rejects.toThrow(holds("simulated prices"));
    await recordTick(4000);
    await forReal();
    await database.query(
      "SET session_replication_role = replica; UPDATE market_tick SET simulated = true WHERE seq = 1",
    );
    await expect(forReal()).rejects.toThrow(holds("simulated prices"));
  });

  it("that was a demo stays one, and a start with real money ends with one line", async () => {
    await database.query(
      "SET session_replication_role = replica; DELETE FROM app_user; DELETE FROM wallet",
    );
    await runSeed("0");
    await runSeed("0");
    const before = await prisma.ledgerJournal.count();
    await createTestUser();
    await runSeed("0");
    await expect(runSeed("1")).rejects.toMatchObject({
      code: 1,
      stderr: `${holds("play money, demo wallets, simulated prices")}\n`,
    });
    await expect(runServer("1")).rejects.toMatchObject({
      code: 1,
      stderr: `The server did not start: ${holds("play money, demo wallets, simulated prices")}\n`,
    });
    expect(await prisma.ledgerJournal.count()).toBe(before);
  });
});
