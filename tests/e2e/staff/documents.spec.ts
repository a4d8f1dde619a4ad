import type { Page } from "playwright/test";
import { type Person, succeed } from "../support/api";
import { everySizeInLongRun, inLongRun } from "../support/pages";
import { expect, expectNoAxeFindings, expectNoSidewaysScroll, test } from "../support/test";

/** Languages of these tests alone: the English texts stay as they are. */
async function removeAll(admin: Person, language: string): Promise<void> {
  const { documents } = await succeed("GET", `/api/admin/documents?language=${language}`, {
    token: admin.token,
  });
  for (const { id } of documents as { id: string }[]) {
    await succeed("DELETE", `/api/admin/documents/${id}`, { token: admin.token });
  }
}

async function create(admin: Person, language: string, content: string): Promise<string> {
  const body = { type: "about-us", language, title: `About in ${language}`, content };
  const { document } = await succeed("POST", "/api/admin/documents", { token: admin.token, body });
  return (document as { id: string }).id;
}

const save = (admin: Person, id: string, body: object) =>
  succeed("PUT", `/api/admin/documents/${id}`, { token: admin.token, body });

async function showPreview(page: Page): Promise<void> {
  const preview = page.getByText("Preview", { exact: true });
  if (await preview.isVisible()) await preview.click();
}

test(
  "a document is written in a new language with a preview, and is public at once",
  everySizeInLongRun,
  async ({ adminPage, page, admin }) => {
    // On a phone the staff member has one too.
    if (test.info().project.name === "phone") {
      await adminPage.setViewportSize({ width: 390, height: 844 });
    }
    try {
      await adminPage.goto("/admin/documents");
      await expect(adminPage.getByRole("heading", { level: 1 })).toHaveText("Documents");
      await adminPage.getByRole("link", { name: "New document" }).click();
      await expect(adminPage).toHaveURL("/admin/documents/new");
      await adminPage.getByLabel("Document", { exact: true }).selectOption({ label: "About us" });
      await adminPage.getByLabel("Language", { exact: true }).fill("nl");
      await expect(adminPage.getByText("Dutch (nl)")).toBeVisible();
      await adminPage.getByRole("textbox", { name: "Title" }).fill("Over ons");
      const text = adminPage.getByLabel("Text (Markdown)");
      await text.fill("Wie wij zijn");
      await adminPage.getByRole("button", { name: "Heading", exact: true }).click();
      await expect(text).toHaveValue("## Wie wij zijn");
      await text.press("End");
      await text.pressSequentially("\n\n<script>alert(1)</script>\n\nGold ");
      await text.press("Control+b");
      await text.pressSequentially("sicher");
      await expect(text).toHaveValue(/Gold \*\*sicher\*\*$/);
      await showPreview(adminPage);
      const preview = adminPage.getByRole("region", { name: "Preview" });
      await expect(preview.getByRole("heading", { name: "Wie wij zijn" })).toBeVisible();
      await expect(preview.locator("strong")).toHaveText("sicher");
      await expect(preview.locator("script")).toHaveCount(0);
      await adminPage.getByRole("switch", { name: "Public as soon as it is saved" }).click();
      await expectNoSidewaysScroll(adminPage);
      await expectNoAxeFindings(adminPage);
      await adminPage.getByRole("button", { name: "Create" }).click();
      await expect(adminPage).toHaveURL(/\/admin\/documents\/[0-9a-f-]{36}$/);
      await expect(adminPage.getByRole("heading", { level: 1 })).toHaveText("About us, Dutch (nl)");
      await expectNoAxeFindings(adminPage);
      await page.goto("/about-us");
      await page.getByRole("link", { name: "Nederlands" }).click();
      await expect(page).toHaveURL("/about-us?lang=nl");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Over ons");
      await expect(page).toHaveTitle(/^Over ons - /);
      await expect(page.getByRole("heading", { level: 2, name: "Wie wij zijn" })).toBeVisible();
    } finally {
      await removeAll(admin, "nl");
    }
  },
);

/** Opens a document. Its preview comes once the page is alive: what is typed before may be lost. */
async function openEditor(page: Page, id: string, text: string): Promise<void> {
  await page.goto(`/admin/documents/${id}`);
  await expect(page.getByRole("region", { name: "Preview" }).getByText(text)).toBeVisible();
}

test(
  "versions are compared and brought back, and the page follows",
  inLongRun,
  async ({ adminPage, page, admin }) => {
    try {
      const id = await create(admin, "fr", "first line\n\nkept line");
      await openEditor(adminPage, id, "first line");
      await adminPage.getByLabel("Text (Markdown)").fill("second line\n\nkept line");
      await expect(adminPage.getByText("1 unsaved change")).toBeVisible();
      await adminPage.getByRole("button", { name: "Save as version 2" }).click();
      await expect(adminPage.getByText("Version 2 is saved")).toBeVisible();
      await adminPage.getByRole("button", { name: "View version 1" }).click();
      const dialog = adminPage.getByRole("dialog", { name: "Version 1" });
      await expect(dialog.getByText("1 line added, 1 line removed")).toBeVisible();
      await expect(dialog.getByText("second line")).toBeVisible();
      await expectNoAxeFindings(adminPage);
      await dialog.getByRole("button", { name: "Restore as a new version" }).click();
      await expect(adminPage.getByText("Version 1 is back as version 3")).toBeVisible();
      await expect(adminPage.getByLabel("Text (Markdown)")).toHaveValue("first line\n\nkept line");
      await page.goto("/about-us?lang=fr");
      await expect(page.getByText("first line")).toBeVisible();
      await adminPage.getByRole("switch", { name: "Public" }).click();
      await adminPage.getByRole("button", { name: "Take off" }).click();
      await expect(adminPage.getByText("The document is off the site")).toBeVisible();
      await page.reload();
      await expect(page.getByText("first line")).toHaveCount(0);
      await adminPage.getByRole("button", { name: "Delete" }).click();
      const question = adminPage.getByRole("alertdialog");
      await question.getByRole("textbox").fill("About in fr");
      await question.getByRole("button", { name: "Delete" }).click();
      await expect(adminPage).toHaveURL("/admin/documents?language=fr");
    } finally {
      await removeAll(admin, "fr");
    }
  },
);

test.describe("two editors", () => {
  test(
    "the second is told, keeps their text, and decides",
    inLongRun,
    async ({ adminPage, admin }) => {
      try {
        const id = await create(admin, "it", "one");
        await openEditor(adminPage, id, "one");
        const text = adminPage.getByLabel("Text (Markdown)");
        await text.fill("mine");
        await save(admin, id, { content: "theirs", version: 1 });
        await expect(
          adminPage.getByText(
            "admin saved version 2 while you were writing. Your text is still here.",
          ),
        ).toBeVisible();
        await expect(text).toHaveValue("mine");
        await adminPage.getByRole("button", { name: /^Save as version/ }).click();
        await expect(adminPage.getByText("Decide first whose text to keep.")).toBeVisible();
        await adminPage.getByRole("button", { name: "Show the difference" }).click();
        await expect(adminPage.getByText("theirs", { exact: true })).toBeVisible();
        await adminPage.getByRole("button", { name: "Keep mine" }).click();
        await adminPage.getByRole("button", { name: "Save as version 3" }).click();
        await expect(adminPage.getByText("Version 3 is saved")).toBeVisible();
        // What it still asks for is gone with the document.
        await adminPage.goto("/admin/documents");
      } finally {
        await removeAll(admin, "it");
      }
    },
  );

  test("a text is not lost by a click on a link", inLongRun, async ({ adminPage, admin }) => {
    try {
      const id = await create(admin, "pt", "one");
      await openEditor(adminPage, id, "one");
      await adminPage.getByLabel("Text (Markdown)").fill("two");
      await adminPage.getByRole("link", { name: "All documents" }).click();
      const question = adminPage.getByRole("alertdialog", { name: "Leave without saving?" });
      await question.getByRole("button", { name: "Cancel" }).click();
      await expect(adminPage.getByLabel("Text (Markdown)")).toHaveValue("two");
      await adminPage.getByRole("link", { name: "All documents" }).click();
      await question.getByRole("button", { name: "Leave" }).click();
      await expect(adminPage).toHaveURL("/admin/documents?language=pt");
    } finally {
      await removeAll(admin, "pt");
    }
  });
});
