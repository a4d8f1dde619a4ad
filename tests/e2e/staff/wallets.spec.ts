import type { Locator, Page } from "playwright/test";
import encodeQR from "qr";
import { type Person, pngImage, succeed } from "../support/api";
import { everySizeInLongRun, inLongRun } from "../support/pages";
import { expect, expectNoAxeFindings, test } from "../support/test";

const OLD = "0xde709f2102306220921060314715629080e2fb77";
const NEW = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const USDC = { currency: "USDC", network: "BEP20" };

type Wallet = { id: string; currency: string; network: string; address: string; isActive: boolean };

const listed = async (admin: Person) =>
  ((await succeed("GET", "/api/wallets", { token: admin.token })).wallets as Wallet[]).filter(
    ({ currency, network }) => currency === USDC.currency && network === USDC.network,
  );
const change = (admin: Person, id: string, body: object) =>
  succeed("PUT", `/api/wallets/${id}`, { token: admin.token, body });

/** The pair of these tests with one wallet shown, whatever a test did. A demo's own address can't be set again. */
async function restore(admin: Person, seeded: Wallet): Promise<void> {
  for (const wallet of await listed(admin)) {
    const { password } = admin;
    const isActive = wallet.id === seeded.id;
    if (wallet.isActive !== isActive) await change(admin, wallet.id, { isActive, password });
  }
}

async function withSeeded(admin: Person, work: (seeded: Wallet) => Promise<void>): Promise<void> {
  const [seeded] = await listed(admin);
  if (!seeded) throw new Error("The demo has no wallet for USDC on BEP20");
  try {
    await work(seeded);
  } finally {
    await restore(admin, seeded);
  }
}

const openPage = async (page: Page) => {
  await page.goto("/admin/wallets");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Wallets");
};
const rowOf = (page: Page, address: string): Locator =>
  page.getByRole("row").filter({ hasText: address });

test.describe("with refused images and deletions", () => {
  test.use({ allowedConsole: ["422", "409"] });

  test("an address changes after a look at both, shortly after logging in; who has it open is told", async ({
    adminPage,
    userPage,
    admin,
  }) => {
    await withSeeded(admin, async (seeded) => {
      await userPage.goto("/deposit/address/USDC?network=BEP20");
      await expect(userPage.getByText(seeded.address)).toBeVisible();
      await openPage(adminPage);
      const row = rowOf(adminPage, seeded.address)
        .filter({ hasText: "USDC" })
        .filter({ hasText: "BEP20" });
      await expect(row).toContainText("Shown to users");
      await row.getByRole("button", { name: /^Open/ }).click();
      await adminPage.getByRole("dialog").getByRole("button", { name: "Change" }).click();
      const form = adminPage.getByRole("dialog", { name: "Change USDC on BEP20" });
      const address = form.getByLabel("Address", { exact: true });
      await address.fill(NEW.toLowerCase().replace("0x5aaeb", "0x5AAEB"));
      await form.getByRole("button", { name: "Save" }).click();
      await expect(form.getByText("This is not a valid BEP20 address")).toBeVisible();
      await expect(address).toBeFocused();
      await address.fill(NEW);
      await form.getByRole("button", { name: "Save" }).click();

      const review = adminPage.getByRole("dialog", { name: "Check the address" });
      await expect(review).toContainText(seeded.address);
      await expect(review).toContainText(NEW);
      await expect(review.locator("mark").first()).toBeVisible();
      await expectNoAxeFindings(adminPage);
      const confirm = review.getByRole("button", { name: "Use the new address" });
      await expect(review).toContainText("Demo: never send funds here");
      await expect(review.getByLabel("Your password")).toHaveCount(0);
      await confirm.click();
      await expect(rowOf(adminPage, NEW)).toContainText("Shown to users");

      await expect(userPage.getByText("The address has changed")).toBeVisible();
      await expect(
        userPage.getByText(
          `Do not send anything to ${seeded.address} (Demo: never send funds here)`,
        ),
      ).toBeVisible();
      await expect(userPage.locator("code")).toHaveText(NEW);
      await adminPage.goto("/notifications");
      await expect(adminPage.getByText("Deposit address changed").first()).toBeVisible();
    });
  });

  test(
    "a wallet is added in reserve, its QR image read, and one with deposits only switched off",
    inLongRun,
    async ({ adminPage, userPage, user, admin }) => {
      await withSeeded(admin, async (seeded) => {
        await openPage(adminPage);
        await adminPage.getByRole("button", { name: "Add wallet" }).click();
        const form = adminPage.getByRole("dialog", { name: "Add wallet" });
        await form.getByLabel("Coin").selectOption("USDC");
        await form.getByLabel("Network").selectOption("BEP20");
        await form.getByLabel("Address", { exact: true }).fill(OLD);
        await expect(form.getByRole("img", { name: `QR code of ${OLD}` })).toBeVisible();
        const other = await picture(adminPage, encodeQR(NEW, "svg", { border: 2 }));
        await form.locator("input[type=file]").setInputFiles(other);
        await expect(form.getByRole("img", { name: "Uploaded QR image" })).toBeVisible();
        await form.getByRole("button", { name: "Save" }).click();
        await expect(form.getByText(`This QR code holds another text: ${NEW}`)).toBeVisible();
        await form.getByRole("button", { name: "Remove image" }).click();
        const right = await picture(adminPage, encodeQR(OLD, "svg", { border: 2 }));
        await form.locator("input[type=file]").setInputFiles(right);
        await form.getByRole("button", { name: "Save" }).click();
        await expect(form).toHaveCount(0);
        const row = rowOf(adminPage, OLD);
        await expect(row).toContainText("In reserve");
        await expect(row).not.toContainText("QR image not readable");

        const wallet = (await listed(admin)).find(({ address }) => address === OLD);
        const proof = new FormData();
        proof.set("walletId", wallet?.id ?? "");
        proof.set("amount", "100");
        proof.set("proof", new Blob([new Uint8Array(pngImage())], { type: "image/png" }), "p.png");
        await succeed("POST", "/api/deposits", { token: user.token, form: proof });
        await row.getByRole("button", { name: /^Open/ }).click();
        await adminPage.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
        const question = adminPage.getByRole("alertdialog");
        await question.getByRole("textbox").fill("USDC BEP20");
        await question.getByRole("button", { name: "Delete" }).click();
        await expect(question.getByText("Deposits were made with this wallet")).toBeVisible();
        await question.getByRole("button", { name: "Cancel" }).click();

        await row.getByRole("switch").click();
        await adminPage
          .getByRole("alertdialog")
          .getByRole("button", { name: "Deactivate" })
          .click();
        await expect(row).toContainText("Switched off");

        await userPage.goto("/deposit/address/USDC?network=BEP20");
        await expect(userPage.getByText(seeded.address)).toBeVisible();
        await rowOf(adminPage, seeded.address)
          .filter({ hasText: "USDC" })
          .filter({ hasText: "BEP20" })
          .getByRole("switch")
          .click();
        await adminPage
          .getByRole("alertdialog")
          .getByRole("button", { name: "Deactivate" })
          .click();
        await expect(
          userPage.getByText("Deposits of USDC on BNB Smart Chain (BEP20) are switched off"),
        ).toBeVisible();
        await expect(userPage).toHaveURL(/\/deposit\/networks\/USDC/);
      });
    },
  );
});

test("wallets are cards on a phone", everySizeInLongRun, async ({ adminPage, isMobile }) => {
  if (isMobile) await adminPage.setViewportSize({ width: 390, height: 844 });
  await openPage(adminPage);
  await adminPage
    .getByRole("button", { name: /^Open BTC on BTC/ })
    .filter({ visible: true })
    .click();
  const details = adminPage.getByRole("dialog", { name: "BTC on BTC" });
  await expect(details.getByRole("img", { name: /^QR code of/ })).toBeVisible();
  await expectNoAxeFindings(adminPage);
  await adminPage.keyboard.press("Escape");
  await expect(details).toHaveCount(0);
});

/** A PNG of an SVG picture, drawn by the browser. */
async function picture(page: Page, svg: string) {
  const base64 = await page.evaluate(
    async (source) => {
      const image = new Image();
      image.src = `data:image/svg+xml,${encodeURIComponent(source)}`;
      await image.decode();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
      canvas.getContext("2d")?.drawImage(image, 0, 0);
      return canvas.toDataURL("image/png").split(",")[1] ?? "";
    },
    svg.replace("<svg ", '<svg width="330" height="330" '),
  );
  return { name: "qr.png", mimeType: "image/png", buffer: Buffer.from(base64, "base64") };
}
