import { until } from "../../tests/support/poll";
import { populate, runSql, startApp } from "../support/app";
import { launch } from "../support/browser";
import { buildHelper } from "../support/children";
import type { Published, PublisherMessage } from "../support/liabilities-publisher";
import { limited, median, type PartResult } from "../support/measure";

export type BalanceOptions = { accounts: number; rounds: number };

const WAIT_MS = 120_000;

type Browser = Awaited<ReturnType<typeof launch>>;

/** What all processes of a browser have taken of the processor, in seconds. */
async function cpuSeconds(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

/**
 * How long a browser looks for its balance in the published trees of both currencies, as the site publishes and sends them:
 * from the start of its worker to its end.
 */
export async function benchBalance({ accounts, rounds }: BalanceOptions): Promise<PartResult> {
  const app = await startApp();
  const browser = await launch();
  try {
    const [user] = await populate(app, 1);
    if (!user) throw new Error("There is no customer");
    await runSql(app.owner, "accounts.sql", { users: accounts });
    await until("the log has begun", async () => {
      return (await app.owner.query("SELECT FROM log_head")).rowCount === 1;
    });
    const start = await buildHelper("support/liabilities-publisher.ts");
    const publisher = start({ ...app.beside, DATA_DIR: app.dataDir });
    const message: PublisherMessage = { do: "publish" };
    try {
      await publisher.ask<Published>(message);
    } finally {
      await publisher.stop();
    }
    const { rows } = await app.owner.query<{ leaves: number }>("SELECT leaves FROM liability_tree");
    const looks: { seconds: number; cpuSeconds: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const context = await browser.newContext();
      await context.addCookies([
        { name: "next-auth.session-token", value: user.token, url: app.url },
      ]);
      await context.addInitScript((token) => {
        localStorage.setItem("token", token);
      }, user.token);
      const page = await context.newPage();
      const worked = page.waitForEvent("worker", { timeout: WAIT_MS }).then(async (worker) => {
        const [startedAt, before] = [performance.now(), await cpuSeconds(browser)];
        await worker.waitForEvent("close", { timeout: WAIT_MS });
        return {
          seconds: (performance.now() - startedAt) / 1000,
          cpuSeconds: (await cpuSeconds(browser)) - before,
        };
      });
      await page.goto(`${app.url}/profile`);
      looks.push(await worked);
      await page.getByText("1,000,000.00 USDT").first().waitFor();
      await context.close();
    }
    const name = `own balance in two trees of ${rows[0]?.leaves} leaves`;
    return {
      measures: [
        limited(`${name}, in Chromium`, median(looks.map(({ seconds }) => seconds)), "s", 10),
        {
          name: `${name}, CPU of Chromium`,
          value: median(looks.map((look) => look.cpuSeconds)),
          unit: "s",
        },
      ],
      details: { looks },
    };
  } finally {
    await browser.close();
    await app.close();
  }
}
