import { randomBytes } from "node:crypto";
import type { Page } from "playwright/test";
import { availableOf, call, credit, registerPerson, reportDeposit, succeed } from "../support/api";
import { everySizeInLongRun, expectSound, inLongRun } from "../support/pages";
import { expect, expectNoAxeFindings, test } from "../support/test";
import { askForWithdrawal, setWithdrawPassword } from "../support/withdrawals";

const LATER_ADDRESS = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8";

const newHash = () => randomBytes(32).toString("hex");
const dialog = (page: Page) => page.getByRole("dialog");

test(
  "the queue's filters stand in the address and in the CSV",
  inLongRun,
  async ({ user, adminPage }) => {
    await reportDeposit(user, "USDT", "41");
    await reportDeposit(user, "BTC", "0.01");
    await adminPage.goto(`/admin/deposits?search=${user.username}`);
    await expect(adminPage.getByRole("row")).toHaveCount(3);
    await adminPage.getByRole("button", { name: "More filters" }).click();
    await adminPage.getByLabel("Currency").selectOption("BTC");
    await expect(adminPage).toHaveURL(/currency=BTC/);
    await expect(adminPage.getByRole("row")).toHaveCount(2);
    await adminPage.getByLabel("Least amount").fill("0,5");
    await adminPage.getByLabel("Least amount").press("Enter");
    await expect(adminPage.getByText("Please enter a number such as 10 or 0.25")).toBeVisible();
    await adminPage.getByLabel("Least amount").fill("0.5");
    await adminPage.getByLabel("Least amount").press("Enter");
    await expect(adminPage.getByText("Nothing matches these filters")).toBeVisible();
    await adminPage.reload();
    await expect(adminPage.getByText("Nothing matches these filters")).toBeVisible();
    await adminPage.getByLabel("Least amount").fill("");
    await adminPage.getByLabel("Least amount").press("Enter");
    await expect(adminPage.getByRole("row")).toHaveCount(2);
    const download = adminPage.waitForEvent("download");
    await adminPage.getByRole("button", { name: /CSV/ }).click();
    expect((await download).suggestedFilename()).toMatch(/^deposits-\d{4}-\d\d-\d\d\.csv$/);
    // Typed part by part: month, day, year.
    await adminPage.getByLabel("From").pressSequentially("01022031");
    await expect(adminPage).toHaveURL(/from=2031-01-02/);
    await expect(adminPage.getByText("Nothing matches these filters")).toBeVisible();
    await adminPage.getByLabel("From").blur();
    await adminPage.getByLabel("From").pressSequentially("11202020");
    await expect(adminPage).toHaveURL(/from=2020-11-20/);
    await expect(adminPage.getByRole("row")).toHaveCount(2);
  },
);

test.describe("with refusals on the way", () => {
  test.use({ allowedConsole: ["409", "422"] });

  test("deposits are worked through with the keyboard alone", async ({
    user,
    admin,
    adminPage,
  }) => {
    await reportDeposit(user, "USDT", "40");
    await reportDeposit(user, "BTC", "0.01");
    const third = await reportDeposit(user, "USDT", "60");
    await adminPage.goto(`/admin/deposits?search=${user.username}`);
    await expect(adminPage.getByRole("row")).toHaveCount(4);

    await adminPage.keyboard.press("?");
    await expect(dialog(adminPage).getByText("Begin to approve or complete")).toBeVisible();
    await expectNoAxeFindings(adminPage);
    await adminPage.keyboard.press("Escape");
    await expect(dialog(adminPage)).toHaveCount(0);

    await adminPage.keyboard.press("j");
    await adminPage.keyboard.press("Enter");
    await expect(dialog(adminPage).getByText("40.00 USDT").first()).toBeVisible();
    await expect(adminPage).toHaveURL(/review=/);
    await adminPage.keyboard.press("+");
    await adminPage.keyboard.press("]");
    await expect(dialog(adminPage).getByText("150%, turned 90°")).toBeVisible();
    await expectSound(adminPage);
    await adminPage.keyboard.press("0");
    await expect(dialog(adminPage).getByText("100%, turned 0°")).toBeVisible();

    await adminPage.keyboard.press("a");
    await expect(dialog(adminPage).getByRole("heading", { name: /^Credit/ })).toBeFocused();
    await dialog(adminPage).getByLabel("Transaction hash (optional)").fill("not a hash");
    await adminPage.keyboard.press("Control+Enter");
    await expect(
      dialog(adminPage).getByText(/^There is no transaction hash in this/),
    ).toBeVisible();
    await dialog(adminPage).getByLabel("Transaction hash (optional)").fill("");
    await adminPage.keyboard.press("Control+Enter");
    await expect(adminPage.getByText(/credited: 40\.00/)).toBeVisible();
    expect(await availableOf(user)).toBe("40.000000");

    // The one that has waited longest after it: its rate and age stand there before anything is credited.
    await expect(
      dialog(adminPage)
        .getByText(/1 BTC = [\d,.]+ USDT/)
        .first(),
    ).toBeVisible();
    await adminPage.keyboard.press("r");
    await dialog(adminPage).getByLabel("Note").fill("No such transfer arrived");
    await adminPage.keyboard.press("Control+Enter");
    await expect(adminPage.getByText(/Deposit \d+ rejected/)).toBeVisible();

    await expect(dialog(adminPage).getByText("60.00 USDT").first()).toBeVisible();
    await dialog(adminPage).getByRole("button", { name: "Approve" }).click();
    await expect(dialog(adminPage).getByRole("button", { name: /^Credit 60/ })).toBeVisible();
    // Somebody else is faster: the open dialog says so by itself.
    await succeed("PUT", `/api/admin/deposits/${third}/process`, {
      token: admin.token,
      key: newHash(),
      body: { action: "confirm" },
    });
    await expect(
      dialog(adminPage).getByText(/admin changed this request to “Completed” on .+ GMT\+1[23]:45/),
    ).toBeVisible();
    await expect(dialog(adminPage).getByRole("button", { name: /^Credit/ })).toHaveCount(0);
    await dialog(adminPage).getByRole("button", { name: "Next in the queue" }).click();
    await expect(dialog(adminPage)).toHaveCount(0);
    expect(await availableOf(user)).toBe("100.000000");
  });

  test("a withdrawal shows what is worth a look, as a hash that stands in another", async ({
    user,
    admin,
    adminPage,
  }) => {
    // They have the same phone number, and their names fill more than a line.
    await Promise.all(Array.from({ length: 5 }, () => registerPerson()));
    await credit(admin, user, "100");
    await setWithdrawPassword(user);
    const first = await askForWithdrawal(user);
    await adminPage.goto(`/admin/withdrawals?search=${user.username}&review=${first}`);
    const review = dialog(adminPage);
    await expect(review.getByText("Valid on TRC20")).toBeVisible();
    await expect(review.getByText("The first withdrawal: no earlier one was paid.")).toBeVisible();
    await expect(review.getByText(/^A password was set or changed on/)).toBeVisible();
    await expectSound(adminPage);
    await review.getByRole("button", { name: "Approve" }).click();
    await review.getByRole("button", { name: /^Approve 25/ }).click();
    await expect(adminPage.getByText(/Withdrawal \d+ approved/)).toBeVisible();
    await expect(review).toHaveCount(0);

    const transactionHash = newHash();
    await adminPage.getByRole("button", { name: /^Review withdrawal/ }).click();
    await review.getByRole("button", { name: "Complete" }).click();
    await review.getByLabel("Transaction hash").fill(transactionHash.slice(1));
    await expect(review.getByText(/A hash on TRC20 has 64 digits/)).toBeVisible();
    await review.getByLabel("Transaction hash").fill(transactionHash);
    await review.getByRole("button", { name: /^Complete 25/ }).click();
    await expect(adminPage.getByText(/Withdrawal \d+ completed/)).toBeVisible();

    const second = await askForWithdrawal(user, LATER_ADDRESS);
    const path = `/api/admin/withdrawals/${second}/process`;
    const body = { action: "approve" };
    await succeed("PUT", path, { token: admin.token, key: newHash(), body });
    await adminPage.goto(`/admin/withdrawals?search=${user.username}&review=${second}`);
    await expect(review.getByText("A new address: no earlier withdrawal")).toBeVisible();
    await review.getByRole("button", { name: "Complete" }).click();
    await review.getByLabel("Transaction hash").fill(transactionHash);
    await review.getByRole("button", { name: /^Complete 25/ }).click();
    const warning = "The same transaction hash stands in another withdrawal";
    await expect(review.getByText(warning)).toBeVisible();
    await expect(review.getByRole("link", { name: /^Withdrawal \d+/ })).toHaveAttribute(
      "href",
      `/admin/withdrawals?review=${first}`,
    );
    await expectSound(adminPage);
    await review.getByRole("button", { name: /^Complete 25/ }).click();
    await expect(adminPage.getByText(/Withdrawal \d+ completed/)).toBeVisible();
    expect(await availableOf(user)).toBe("50.000000");
  });
});

test(
  "trades are filtered, totalled and explained",
  inLongRun,
  async ({ user, admin, adminPage }) => {
    await credit(admin, user, "100");
    for (const [side, amount] of [
      ["buy", "50"],
      ["sell", "0.005"],
    ]) {
      const body = { type: "manual", side, amount };
      await succeed("POST", "/api/trades", { token: user.token, key: newHash(), body });
    }
    await adminPage.goto(`/admin/trades?user=${user.username}`);
    const totals = adminPage.getByRole("region", { name: "Totals of these filters" });
    await expect(totals).toContainText("Filled 2");
    await expect(totals).toContainText("All trades that these filters let through, on every page");
    await adminPage.getByLabel("Direction").selectOption("sell");
    await expect(adminPage).toHaveURL(/direction=sell/);
    await expect(totals).toContainText("Filled 1");
    await adminPage.getByRole("button", { name: /^Receipt/ }).click();
    const receipt = dialog(adminPage);
    await expect(receipt.getByText("Sources")).toBeVisible();
    await expect(receipt.getByText("Fee, half to even")).toBeVisible();
    await expect(adminPage).toHaveURL(/review=/);
    await expectNoAxeFindings(adminPage);
    await adminPage.reload();
    await expect(receipt.getByText("Fee, half to even")).toBeVisible();
    await adminPage.keyboard.press("Escape");
    await expect(receipt).toHaveCount(0);
    const download = adminPage.waitForEvent("download");
    await adminPage.getByRole("button", { name: /CSV/ }).click();
    expect((await download).suggestedFilename()).toMatch(/^trades-\d{4}-\d\d-\d\d\.csv$/);
    expect((await call("PUT", "/api/admin/trades", { token: admin.token })).status).toBe(405);
  },
);

test("a deposit is decided on at this size", everySizeInLongRun, async ({ user, adminPage }) => {
  const isPhone = test.info().project.name === "phone";
  if (isPhone) await adminPage.setViewportSize({ width: 412, height: 839 });
  await reportDeposit(user, "USDT", "30");
  await adminPage.goto(`/admin/deposits?search=${user.username}`);
  await adminPage
    .getByRole("button", { name: isPhone ? new RegExp(user.username) : /^Review deposit/ })
    .filter({ visible: true })
    .click();
  const review = dialog(adminPage);
  await review.getByRole("button", { name: "Larger" }).click();
  await review.getByRole("button", { name: "Turn left" }).click();
  await expect(review.getByText("150%, turned 270°")).toBeVisible();
  await review.getByRole("button", { name: "Approve" }).click();
  await review.getByRole("button", { name: /^Credit 30/ }).dblclick();
  await expect(adminPage.getByText(/credited: 30\.00/)).toBeVisible();
  expect(await availableOf(user)).toBe("30.000000");
});
