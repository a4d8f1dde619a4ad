import { randomBytes } from "node:crypto";
import type { Locator, Page } from "playwright/test";
import { authenticatorOf, openAccount, register, sendLogin } from "../support/accounts";
import { call, credit, succeed } from "../support/api";
import { keepClear } from "../support/floating";
import { mailedLink, mailTo } from "../support/mails";
import { everySizeInLongRun, expectNarrow } from "../support/pages";
import { expect, test } from "../support/test";

const PHRASE = "blue heron at noon";

const key = () => randomBytes(12).toString("hex");

/** The part of the security page under a heading. */
const part = (page: Page, name: string): Locator => page.getByRole("region", { name, exact: true });

test(
  "a visitor reads what the site proves, asks support, hears by mail and registers",
  everySizeInLongRun,
  async ({ page, admin }) => {
    const name = `v${randomBytes(6).toString("hex")}`;
    const email = `${name}@example.com`;

    // What there is without an account.
    await page.goto("/");
    await expect(page).toHaveURL("/login");
    await expect(
      page.getByRole("complementary", { name: "What this site does and costs" }),
    ).toContainText("XAUT / USDT");
    await page.getByRole("link", { name: "Transparency", exact: true }).first().click();
    await expect(page).toHaveURL("/transparency");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.goto("/transparency/how");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.goto("/terms-conditions");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Terms and conditions");

    // A question, and the answer by mail.
    await page.goto("/support");
    await page.getByRole("button", { name: "Send to support" }).click();
    await expect(page.getByLabel("Name")).toBeFocused();
    await page.getByLabel("Name").fill("Vera");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Message").fill("Do you take payments from Kenya?");
    await page.getByRole("button", { name: "Send to support" }).click();
    const sent = page.getByText(`Support got your message and will answer to ${email}.`);
    await expect(sent).toBeVisible();
    const [reference = ""] = /(?:\w{4}-){2}\w{4}/.exec((await sent.textContent()) ?? "") ?? [];
    const find = async () => {
      const { chats } = await succeed("GET", `/api/chat/admin/all?search=${reference}`, {
        token: admin.token,
      });
      return (chats as { id: string; lastMessage: { text: string } | null }[]).map(
        ({ id, lastMessage }) => [id, lastMessage?.text],
      );
    };
    const [[chatId] = []] = await find();
    await succeed("POST", "/api/chat/send-message", {
      token: admin.token,
      body: { message: "Yes, in crypto.", chatId },
    });
    expect(await mailTo(email, `Answer from support (${reference})`)).toContain("Yes, in crypto.");

    // They go on by the link in it, which fills the reference in.
    await page.goto(await mailedLink(email, "Answer from support", "support"));
    await expect(page.getByLabel("Reference (optional)")).toHaveValue(reference);
    await page.getByLabel("Name").fill("Vera");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Message").fill("Thank you.");
    await page.getByRole("button", { name: "Send to support" }).click();
    await expect(page.getByText(`Your reference is ${reference}.`)).toBeVisible();
    expect(await find()).toEqual([[chatId, "Thank you."]]);

    // Then they register, and the first page says what comes next.
    await register(page, name);
    await page.goto(await mailedLink(email, "Confirm your email address", "verify-email"));
    await page.getByRole("button", { name: "Confirm", exact: true }).click();
    await expect(page.getByText(`${email} is confirmed.`)).toBeVisible();
    await page.goto("/security-management");
    await expect(part(page, "Login").getByText("Confirmed", { exact: true })).toBeVisible();
  },
);

test.describe("a careful person", () => {
  // The page hears of the end of its own session, and a frozen account takes no login.
  test.use({ allowedConsole: ["401", "403"] });
  test(
    "protects the account, checks a message, sets limits and stops everything in an emergency",
    everySizeInLongRun,
    async ({ userPage: page, user, admin }) => {
      const email = String(user.user.email);
      await credit(admin, user, "100");
      await keepClear(page);
      await page.goto(await mailedLink(email, "Confirm your email address", "verify-email"));
      await page.getByRole("button", { name: "Confirm", exact: true }).click();
      await expect(page.getByText(`${email} is confirmed.`)).toBeVisible();

      // A second factor, with codes for a lost phone.
      await page.goto("/security-management");
      await part(page, "Login").getByRole("button", { name: "Turn on", exact: true }).click();
      const setup = page.getByRole("dialog", { name: "Set up two-factor authentication" });
      const totp = await authenticatorOf(setup);
      await setup.getByLabel("Login password").fill(user.password);
      await setup.getByLabel("Authenticator code").fill(totp.generate());
      await setup.getByRole("button", { name: "Turn on" }).click();
      const codes = page.getByRole("dialog", { name: "Recovery codes" });
      await expect(codes.getByRole("listitem").first()).toBeVisible();
      const [first = "", second = ""] = await codes.getByRole("listitem").allTextContents();
      await codes.getByRole("button", { name: "I have saved them" }).click();

      // New devices by mail, a delay of withdrawals, a phrase that only both know.
      await page.getByRole("button", { name: "Turn on approval of new devices" }).click();
      await expect(
        page.getByRole("button", { name: "Turn off approval of new devices" }),
      ).toBeVisible();
      await page.getByRole("button", { name: "Change the withdrawal delay" }).click();
      const delay = page.getByRole("dialog", { name: "Let each withdrawal wait" });
      await delay.getByText("24 hours", { exact: true }).click();
      await delay.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("Each withdrawal waits 24 hours")).toBeVisible();
      await part(page, "Messages from us").getByRole("button", { name: "Choose" }).click();
      const phrase = page.getByRole("dialog", { name: "Choose your phrase" });
      await phrase.getByLabel("Phrase").fill(PHRASE);
      await phrase.getByLabel("Login password").fill(user.password);
      await phrase.getByLabel("Authenticator code").fill(first);
      await phrase.getByRole("button", { name: "Save phrase" }).click();
      await expect(page.getByText(`“${PHRASE}”: every mail from us`)).toBeVisible();
      await expectNarrow(page);

      // A message that looks like the site's.
      await part(page, "Messages from us").getByRole("link", { name: "Check" }).click();
      await expect(page).toHaveURL("/security-management/check-message");
      await page
        .getByLabel("Message, link or address")
        .fill("Confirm your password at https://localh0st.example/login now.");
      const found = page.getByRole("status").filter({ hasText: "https://localh0st.example" });
      await expect(found).toContainText("This link looks like ours and is not");
      await expect(found).toContainText("We never ask for either.");

      // Limits count at once, break included.
      await page.goto("/security-management/limits");
      await page.getByLabel("Most in one trade").fill("20");
      await page.getByRole("button", { name: "Save limits" }).click();
      await expect(page.getByText("Saved. These limits count from now on.")).toBeVisible();
      await page.getByLabel("How long").selectOption("1 day");
      await page.getByRole("button", { name: "Begin the break" }).click();
      const question = page.getByRole("alertdialog", { name: "Begin a break of 1 day?" });
      await question.getByRole("button", { name: "Begin the break" }).click();
      await expect(page.getByText("You are taking a break until")).toBeVisible();
      const { token } = user;
      const buy = { type: "manual", side: "buy", amount: "30" };
      expect((await call("POST", "/api/trades", { token, body: buy, key: key() })).body.code).toBe(
        "OWN_LIMIT",
      );
      // Within the limit: it is the break that refuses.
      await succeed("POST", "/api/user/accept-risk", { token, body: { product: "option" } });
      const option = { type: "option", direction: "up", amount: "10", duration: 30 };
      expect(
        (await call("POST", "/api/trades", { token, body: option, key: key() })).body.code,
      ).toBe("SELF_EXCLUDED");

      // In an emergency one press ends every session; a link and a code bring the account back.
      await page.goto("/security-management");
      await part(page, "Emergency").getByRole("button", { name: "Freeze" }).click();
      await page
        .getByRole("alertdialog", { name: "Freeze your account?" })
        .getByRole("button", { name: "Freeze" })
        .click();
      await expect(page).toHaveURL("/login");
      await sendLogin(page, user);
      await expect(page.getByText(/This account is frozen/).first()).toBeVisible();
      const mail = await mailTo(email, "Account frozen");
      expect(mail).toContain(PHRASE);
      await page.goto(await mailedLink(email, "Account frozen", "unfreeze"));
      await openAccount(page, second);
      // The sessions of before stay ended.
      expect((await call("GET", "/api/user/info", { token })).status).toBe(401);
    },
  );
});
