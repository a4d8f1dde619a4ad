import { randomBytes } from "node:crypto";
import { buildTree, treeFile } from "@/lib/transparency/liabilities/tree";
import { populate, startApp } from "../support/app";
import { launch } from "../support/browser";
import { limited, median, type PartResult } from "../support/measure";

export type BalanceOptions = { accounts: number; rounds: number };

const HEIGHT = 41n;
const WAIT_MS = 120_000;

/** The file of a tree that owes something to so many, and a nonce of one of them. */
async function published(accounts: number) {
  const nonces = new Uint8Array(randomBytes(accounts * 32));
  const micro = BigUint64Array.from({ length: accounts }, (_, n) => BigInt(n + 1) * 1_000_003n);
  const tree = await buildTree({ count: accounts, nonces, micro });
  const pieces: Buffer[] = [];
  for await (const piece of treeFile(tree, HEIGHT)) pieces.push(piece);
  return {
    file: Buffer.concat(pieces),
    nonce: Buffer.from(nonces.subarray(0, 32)).toString("hex"),
    root: Buffer.from(tree.root).toString("hex"),
    leaves: tree.leaves,
  };
}

/**
 * How long a browser looks for its balance in the published trees of both currencies: from the start of its worker to its
 * end, with the files handed to the browser.
 */
export async function benchBalance({ accounts, rounds }: BalanceOptions): Promise<PartResult> {
  const { file, nonce, root, leaves } = await published(accounts);
  const app = await startApp();
  const browser = await launch();
  try {
    const [user] = await populate(app, 1);
    if (!user) throw new Error("There is no customer");
    const at = new Date().toISOString();
    const files = { USDT: "/api/transparency/liabilities/1/USDT.csv", XAUT: "" };
    files.XAUT = files.USDT.replace("USDT", "XAUT");
    const proof = {
      ...{ success: true, date: at.slice(0, 10), at, height: String(HEIGHT), accountNumber: "1" },
      ...{ nonce, accountNonce: nonce, serverPart: nonce, hasBrowserPart: false, files },
      ...{ owed: { USDT: "1.000003", XAUT: "1.000003" }, roots: { USDT: root, XAUT: root } },
      logged: null,
    };
    const seconds: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const context = await browser.newContext();
      await context.addCookies([
        { name: "next-auth.session-token", value: user.token, url: app.url },
      ]);
      await context.addInitScript((token) => {
        localStorage.setItem("token", token);
      }, user.token);
      await context.route("**/api/transparency/liabilities?limit=1", (route) =>
        route.fulfill({ json: { success: true, snapshots: [{ at }], nextCursor: null } }),
      );
      await context.route("**/api/user/liability-proof", (route) => route.fulfill({ json: proof }));
      await context.route("**/*.csv", (route) => route.fulfill({ body: file }));
      const page = await context.newPage();
      const worked = page.waitForEvent("worker", { timeout: WAIT_MS }).then(async (worker) => {
        const startedAt = performance.now();
        await worker.waitForEvent("close", { timeout: WAIT_MS });
        return (performance.now() - startedAt) / 1000;
      });
      await page.goto(`${app.url}/profile`);
      seconds.push(await worked);
      await page.getByText("1.000003 XAUT").waitFor();
      await context.close();
    }
    const name = `own balance in two trees of ${leaves} leaves, in Chromium`;
    return { measures: [limited(name, median(seconds), "s", 10)], details: { seconds } };
  } finally {
    await browser.close();
    await app.close();
  }
}
