import { Secret, TOTP } from "otpauth";
import type { CDPSession, Locator, Page } from "playwright/test";
import { type Person, succeed } from "./api";
import { expect } from "./test";

/** Fills and sends the form by which a person registers, with the password "secret-1", and sees the first page. */
export async function register(page: Page, username: string): Promise<void> {
  await page.goto("/register");
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Email").fill(`${username}@example.com`);
  await page.getByLabel("Country").selectOption("Kenya");
  await page.getByLabel("Phone number").fill("712345678");
  await page.getByLabel("Gender").selectOption("Female");
  await page.getByLabel("Password", { exact: true }).fill("secret-1");
  await page.getByLabel("Confirm password").fill("secret-1");
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Register", exact: true }).click();
  await expect(page.getByText("Registration successful!")).toBeVisible();
  await expect(page).toHaveURL("/");
}

/** Sends name and password from the login page that is shown. */
export async function sendLogin(page: Page, { username, password }: Person): Promise<void> {
  await page.getByLabel("Username or email").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
}

/** Opens a frozen account on the page of the mailed link. */
export async function openAccount(page: Page, code: string): Promise<void> {
  await page.getByRole("button", { name: "Open account" }).click();
  await page.getByLabel("Authenticator code").fill(code);
  await page.getByRole("button", { name: "Open account" }).click();
  await expect(page.getByText("The account is open again.")).toBeVisible();
}

/** Turns two-factor on over the API. @returns its recovery codes, each of which works once as a code */
export async function setUpTwoFactor({ token, password }: Person): Promise<string[]> {
  const { secret } = await succeed("POST", "/api/user/two-factor/setup", { token });
  const totp = new TOTP({ secret: Secret.fromBase32(String(secret)) }).generate();
  const body = { password, totp };
  const { recoveryCodes } = await succeed("POST", "/api/user/two-factor/confirm", { token, body });
  return recoveryCodes as string[];
}

/** The authenticator app into which a person types the key that the dialog shows. */
export async function authenticatorOf(setup: Locator): Promise<TOTP> {
  const key = ((await setup.locator("code").textContent()) ?? "").replaceAll(/\s/g, "");
  return new TOTP({ secret: Secret.fromBase32(key) });
}

/** Gives the browser of a page a device for passkeys, with a finger on it. */
export async function addDevice(page: Page): Promise<CDPSession> {
  const device = await page.context().newCDPSession(page);
  await device.send("WebAuthn.enable");
  await device.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  return device;
}

/** Gives a person staff rights over the API. */
export async function giveRights(
  admin: Person,
  person: Person,
  permissions: string[],
): Promise<Person> {
  await succeed("PUT", `/api/admin/users/${person.id}/rights`, {
    token: admin.token,
    body: { permissions, password: admin.password },
  });
  return person;
}
