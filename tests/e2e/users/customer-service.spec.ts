import { expectSoundThemes, inLongRun, phoneFirst } from "../support/pages";
import { expect, test } from "../support/test";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

const button = { name: /^Customer service/ };

test(
  "the customer-service popup opens, fades, and closes as specified",
  phoneFirst,
  async ({ page }) => {
    await page.goto("/login");
    const opener = page.getByRole("button", { name: "Customer service, new" });
    const bounce = await opener
      .locator("span")
      .first()
      .evaluate((icon) => {
        const { animationName, animationDelay, animationDuration, animationIterationCount } =
          getComputedStyle(icon);
        return { animationName, animationDelay, animationDuration, animationIterationCount };
      });
    // One second after loading, for two seconds.
    expect(bounce).toEqual({
      animationName: "nudge",
      animationDelay: "1s",
      animationDuration: "0.5s",
      animationIterationCount: "4",
    });
    await opener.click();
    const popup = page.getByRole("dialog", { name: "Customer service" });
    const links = popup.getByRole("link");
    await expect(links.first()).toContainText("Chat with support");
    await expect(links.first()).toContainText("On this site");
    const style = await popup.evaluate((element) => {
      const { transitionProperty, transitionDuration, maxHeight, overflowY } =
        getComputedStyle(element);
      const height = innerHeight;
      return { transitionProperty, transitionDuration, maxHeight, overflowY, height };
    });
    expect(style.transitionProperty).toContain("opacity");
    expect(style.transitionDuration).toMatch(/^0\.3s/);
    expect(Number.parseFloat(style.maxHeight)).toBeCloseTo(style.height * 0.75, 0);
    await expectSoundThemes(page);
    await page.keyboard.press("Escape");
    await expect(popup).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Customer service", exact: true })).toBeFocused();
    await page.reload();
    await expect(page.getByRole("button", { name: "Customer service", exact: true })).toBeVisible();
    await page.getByRole("button", button).click();
    await popup.getByRole("link", { name: /About us/ }).click();
    await expect(page).toHaveURL("/about-us");
    await expect(popup).toHaveCount(0);
  },
);

test.describe("with reduced motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });
  test("the button never bounces", inLongRun, async ({ page }) => {
    await page.goto("/login");
    const icon = page.getByRole("button", button).locator("span").first();
    await expect(icon).toBeVisible();
    expect(await icon.evaluate((span) => getComputedStyle(span).animationName)).toBe("none");
  });
});

test.describe("when the services can't be loaded", () => {
  test.use({ allowedConsole: ["Failed to load"] });
  test("the failure is logged and the list is empty", inLongRun, async ({ page }) => {
    const logged: string[] = [];
    page.on("console", (message) => logged.push(message.text()));
    await page.route("**/api/customer-service", (route) =>
      route.fulfill({ status: 500, json: { success: false, code: "INTERNAL", message: "no" } }),
    );
    await page.goto("/login");
    await page.getByRole("button", { name: "Customer service", exact: true }).click();
    const popup = page.getByRole("dialog", { name: "Customer service" });
    await expect(popup.getByText("No Services Available")).toBeVisible();
    await expect(
      popup.getByText("Customer service is currently unavailable. Please try again later."),
    ).toBeVisible();
    await expect
      .poll(() => logged.some((text) => text.includes("Failed to load customer services")))
      .toBe(true);
  });
});
