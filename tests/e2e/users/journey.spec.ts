import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { Browser, Page } from "playwright/test";
import type { ProofFile } from "@/lib/transparency/receipt/schema";
import { witnessKey } from "@/tests/support/transparency/proof-file";
import { register } from "../support/accounts";
import { pngImage, succeed } from "../support/api";
import { untilFlat, untilRising } from "../support/market";
import { expectOnlyListed } from "../support/pages";
import { folderOfSite } from "../support/site";
import { expect, openLive, test } from "../support/test";
import { acceptRisk } from "../support/ticket";
import { TRON_ADDRESS, WITHDRAW_PASSWORD } from "../support/withdrawals";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

// The shortest that there is.
const DURATION = 5;

async function submitDeposit(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Deposit", exact: true }).first().click();
  await expect(page).toHaveURL("/deposit");
  await expect(page.getByText("the bank takes 1-3 business days")).toBeVisible();
  await page.getByRole("link", { name: /USDT/ }).click();
  await expect(page).toHaveURL("/deposit/networks/USDT");
  await page.getByText("TRC20").first().click();
  await page
    .getByRole("button", { name: /Continue/ })
    .or(page.getByRole("link", { name: /Continue/ }))
    .click();
  await expect(page.getByText("Send only USDT on TRON (TRC20).")).toBeVisible();
  await page.getByRole("link", { name: "I have sent it, upload proof" }).click();
  await page.getByLabel("Amount sent").fill("1000");
  const chooser = { name: "proof.png", mimeType: "image/png", buffer: pngImage() };
  await page.locator("input[type=file]").setInputFiles(chooser);
  await page.getByRole("button", { name: "Review", exact: true }).click();
  await page.getByRole("button", { name: "Submit 1,000.00 USDT" }).click();
  await expect(page.getByRole("heading", { name: "Deposit submitted" })).toBeVisible();
}

async function approveDeposit(page: Page, username: string): Promise<void> {
  await page.goto("/admin/deposits");
  await page
    .getByRole("row", { name: new RegExp(username) })
    .getByRole("button", { name: /Review/ })
    .click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("img")).toBeVisible();
  await dialog.getByRole("button", { name: "Approve", exact: true }).click();
  await dialog.getByRole("button", { name: "Credit 1,000.00 USDT" }).click();
  // The dialog goes on to whatever waits next.
  await expect(page.getByText(/^Deposit \d+ credited/)).toBeVisible();
}

async function dismissNotification(page: Page, title: RegExp): Promise<void> {
  const dialog = page.getByRole("dialog", { name: title });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
}

type Side = "Up" | "Down";
const optionReview = (page: Page) => page.getByRole("dialog", { name: "Review option" });

async function reviewOption(page: Page, side: Side, amount: string, isFirst = false) {
  await page
    .getByRole("group", { name: "Duration" })
    .getByText(`${DURATION} s`, { exact: true })
    .click();
  await page.getByLabel("Amount", { exact: true }).fill(amount);
  await page.getByRole("button", { name: side, exact: true }).click();
  if (isFirst) await acceptRisk(page);
  await expect(optionReview(page)).toBeVisible();
}

async function openReviewed(page: Page, side: Side) {
  const open = { name: new RegExp(`^${side} with`) };
  await optionReview(page).getByRole("button", open).click();
  await expect(optionReview(page)).toBeHidden();
}

const balanceOf = async (page: Page) => {
  const token = await page.evaluate(() => localStorage.getItem("token"));
  const { balances } = await succeed("GET", "/api/auth/balance", { token: token ?? "" });
  const { USDT } = balances as { USDT: { available: string; held: string } };
  return `${USDT.available} ${USDT.held}`;
};

test("a person registers, is credited, trades, sees results live and withdraws", async ({
  page,
  admin,
  adminPage,
  browser,
}) => {
  test.setTimeout(400_000);
  await succeed("PUT", "/api/settings/config", {
    token: admin.token,
    body: {
      optionEntryDelayMs: 0,
      optionDurations: [
        { seconds: DURATION, payoutRate: "0.80" },
        { seconds: 60, payoutRate: "0.82" },
      ],
    },
  });
  const username = `u${randomBytes(6).toString("hex")}`;
  await register(page, username);
  await expect(page.getByText("Make your first deposit")).toBeVisible();
  await submitDeposit(page);

  await openLive(page, "/");
  await approveDeposit(adminPage, username);
  // Live, without a reload: the dialog, and behind it the balance.
  await dismissNotification(page, /deposit/i);
  await expect(page.getByText("1,000.00", { exact: true }).first()).toBeVisible();
  expect(await balanceOf(page)).toBe("1000.000000 0.000000");

  await page.goto("/option-trading");
  // Only the last press has to meet the moment.
  await reviewOption(page, "Up", "10", true);
  await untilFlat();
  await openReviewed(page, "Up");
  await expect(page.getByRole("timer").first()).toBeVisible();
  await expect(page.getByText(/tied, stake returned|Refunded/i).first()).toBeVisible();
  await expect.poll(() => balanceOf(page)).toBe("1000.000000 0.000000");
  // The page shows the result itself: nothing floats over it.
  await expectOnlyListed(page, "Option settled", 1);

  // The one that pays nothing first: the balance stays until the other has run its time.
  await reviewOption(page, "Down", "30");
  await untilRising();
  await openReviewed(page, "Down");
  await reviewOption(page, "Up", "20");
  await openReviewed(page, "Up");
  await expect.poll(() => balanceOf(page)).toBe("950.000000 0.000000");
  // Both results arrive on the page by themselves, with what they did to the balance.
  const results = page.getByRole("region", { name: "Open options" }).or(page.getByRole("main"));
  await expect(results.getByText("+16.00 USDT").first()).toBeVisible({ timeout: 30_000 });
  await expect(results.getByText("−30.00 USDT").first()).toBeVisible({ timeout: 30_000 });
  expect(await balanceOf(page)).toBe("986.000000 0.000000");
  await expectOnlyListed(page, "Option settled", 3);
  await page.goto("/record");
  for (const status of ["Won", "Lost", "Refunded"]) {
    await expect(page.getByText(status, { exact: true }).first()).toBeVisible();
  }
  await checkOffline(browser, await downloadProof(page));

  await withdraw(page);
  expect(await balanceOf(page)).toBe("886.000000 100.000000");
  await sendWithdrawal(adminPage, username);
  await untilNotified(page, "Withdrawal sent");
  await closeNotifications(page);
  await expect.poll(() => balanceOf(page)).toBe("886.000000 0.000000");
  expect(await verifyLedger()).toContain("The ledger verifies.");
});

/** The proof of the newest won trade, checked on its receipt before it is downloaded. */
async function downloadProof(page: Page): Promise<string> {
  await page
    .getByRole("row", { name: /Won/ })
    .or(page.getByRole("listitem").filter({ hasText: "Won" }))
    .getByRole("button")
    .first()
    .click();
  const receipt = page.getByRole("dialog", { name: "Receipt" });
  const verified = receipt.getByText("Verified in your browser");
  // The end of a trade is in the log a moment after the trade is over.
  await expect(async () => {
    await receipt.getByRole("button", { name: "Verify now" }).click();
    await expect(verified).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    receipt.getByRole("button", { name: "Download proof" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^trade-[0-9a-f-]{36}\.json$/);
  return readFile(await file.path(), "utf8");
}

const partOf = (file: ProofFile, name: string) => {
  const part = file.proofs[name];
  if (!part) throw new Error(`The proof has no ${name}`);
  return part;
};

/** What somebody could change in a proof, and what is said of the step that finds it. */
const TAMPERED: [(file: ProofFile) => void, RegExp][] = [
  [
    (file) => {
      const tick = partOf(file, "exitTick");
      tick.entry = tick.entry.replace(/"price":"\d/, (start) => `${start.slice(0, -1)}9`);
    },
    /Exit price: it is in the log.*The entry does not lead to the signed root/,
  ],
  [
    (file) => {
      file.proofs.exitTick = partOf(file, "entryTick");
    },
    /Your record names the price number \d+, not \d+/,
  ],
  [
    (file) => {
      partOf(file, "accepted").salt = randomBytes(32).toString("hex");
    },
    /The record and its salt do not give the hash in the log/,
  ],
  [
    (file) => {
      file.log?.witnesses.push(witnessKey);
    },
    /has no valid signature of witness/,
  ],
];

/** Opens the verifier from disk without a network: the proof holds, and one that was changed does not. */
async function checkOffline(browser: Browser, proof: string): Promise<void> {
  const context = await browser.newContext({ offline: true });
  const page = await context.newPage();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const verifier = pathToFileURL("public/verify.html").href;
  await page.goto(verifier);
  const open = (text: string) =>
    page.getByLabel("Choose a file").setInputFiles({
      name: "proof.json",
      mimeType: "application/json",
      buffer: Buffer.from(text),
    });
  const step = (check: string) => page.locator(`[data-check="${check}"]`);
  await open(proof);
  await expect(page.getByRole("heading", { name: /Everything .* holds/ })).toBeFocused();
  await expect(step("outcome")).toContainText("is won for up");
  await expect(page.locator('[data-state="failed"]')).toHaveCount(0);

  for (const [change, says] of TAMPERED) {
    const file = JSON.parse(proof) as ProofFile;
    change(file);
    await open(JSON.stringify(file));
    await expect(page.getByRole("heading", { name: /\d of \d+ checks do not hold/ })).toBeFocused();
    await expect(page.locator('[data-state="failed"]').filter({ hasText: says })).toHaveCount(1);
  }
  await open("no proof");
  await expect(page.getByRole("heading", { name: /This is no proof file/ })).toBeVisible();
  expect(asked).toEqual([verifier]);
  await context.close();
}

/** What the check command says of the running site. */
async function verifyLedger(): Promise<string> {
  const { stdout } = await promisify(execFile)("npm", ["run", "--silent", "ledger:verify"], {
    env: { ...process.env, DATA_DIR: folderOfSite() },
  });
  return stdout;
}

/** Dialogs that are open; one that is fading out is not. */
const openDialogs = (page: Page) => page.locator('[role="dialog"]:not([data-closed])');

/** Closes floating notifications, which come one at a time, until the named one is shown. */
async function untilNotified(page: Page, title: string): Promise<void> {
  const dialog = openDialogs(page);
  await expect
    .poll(async () => {
      if (!(await dialog.isVisible())) return "none";
      const shown = await dialog.getByRole("heading").textContent();
      if (shown !== title) await dialog.getByRole("button", { name: "Cancel" }).click();
      return shown;
    })
    .toBe(title);
}

/** Closes whatever floating notifications are waiting, so that they don't cover the page. */
async function closeNotifications(page: Page): Promise<void> {
  const dialog = openDialogs(page);
  await expect
    .poll(async () => {
      if (await dialog.isVisible()) await dialog.getByRole("button", { name: "Cancel" }).click();
      return page.getByRole("dialog").count();
    })
    .toBe(0);
}

async function withdraw(page: Page): Promise<void> {
  await page.goto("/withdraw");
  await expect(page.getByText("Please set your withdrawal password first")).toBeVisible();
  await page.getByRole("button", { name: "Set withdrawal password" }).click();
  await page.getByLabel("Login password").fill("secret-1");
  await page.getByLabel("New withdrawal password").fill(WITHDRAW_PASSWORD);
  await page.getByLabel("Repeat withdrawal password").fill(WITHDRAW_PASSWORD);
  await page.getByRole("button", { name: "Set password" }).click();
  await page.getByRole("link", { name: /USDT/ }).first().click();
  await expect(page).toHaveURL("/withdraw/form/USDT");
  await page.getByText("TRC20").click();
  await page.getByLabel("USDT address").fill(TRON_ADDRESS);
  await page.getByLabel("Amount", { exact: true }).fill("100");
  await page.getByRole("button", { name: "Review", exact: true }).click();
  await page.getByLabel("Withdrawal password").fill(WITHDRAW_PASSWORD);
  await page.getByRole("button", { name: "Withdraw 100.00 USDT" }).click();
  await expect(page.getByRole("heading", { name: "Withdrawal requested" })).toBeVisible();
}

async function sendWithdrawal(page: Page, username: string): Promise<void> {
  const row = page.getByRole("row", { name: new RegExp(username) });
  const dialog = page.getByRole("dialog");
  await page.goto("/admin/withdrawals");
  await row.getByRole("button", { name: /Review/ }).click();
  await dialog.getByRole("button", { name: "Approve", exact: true }).click();
  await dialog.getByRole("button", { name: "Approve 100.00 USDT" }).click();
  await expect(page.getByText(/^Withdrawal \d+ approved/)).toBeVisible();
  await page.goto("/admin/withdrawals");
  await row.getByRole("button", { name: /Review/ }).click();
  await dialog.getByRole("button", { name: "Complete", exact: true }).click();
  await dialog.getByLabel("Transaction hash").fill(randomBytes(32).toString("hex"));
  await dialog.getByRole("button", { name: "Complete 100.00 USDT" }).click();
  await expect(page.getByText(/^Withdrawal \d+ completed/)).toBeVisible();
}
