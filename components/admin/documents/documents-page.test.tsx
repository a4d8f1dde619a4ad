import { act, screen, waitFor } from "@testing-library/react";
import { showToast } from "@/components/ui/overlays/toast";
import { staffDocumentKeys } from "@/lib/documents/staff-client";
import type { AdminDocumentDto } from "@/lib/documents/staff-schema";
import { answerFetches, held, type Sent } from "@/tests/support/network";
import { renderReview } from "@/tests/support/screens/staff-review";
import { DocumentEditor } from "./document-editor";
import { DocumentsPage } from "./documents-page";
import { Versions } from "./versions";

jest.mock("next/navigation", () => ({
  useRouter: () => ({ replace: () => undefined }),
  useSearchParams: () => new URLSearchParams(),
}));

const AT = "2026-11-20T14:20:00.000Z";
const english: AdminDocumentDto = {
  id: "document-1",
  type: "about-us",
  title: "About us",
  content: "Who we are",
  language: "en",
  version: 2,
  isActive: true,
  author: null,
  updatedAt: AT,
};
const french: AdminDocumentDto = { ...english, id: "document-2", language: "fr" };

beforeEach(() => {
  jest.spyOn(showToast, "success").mockImplementation(() => undefined);
});

afterEach(() => {
  Reflect.deleteProperty(Element.prototype, "getAnimations");
});

const changes = (sent: Sent[]) => sent.filter(({ method }) => method !== "GET");
const closed = () =>
  waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());

it("lists documents of every page: what is on none of them is missing", async () => {
  const sent = answerFetches(({ path }) => ({
    body: path.includes("cursor=first")
      ? { documents: [english], nextCursor: null }
      : { documents: [french], nextCursor: "first" },
  }));
  renderReview(<DocumentsPage mayChange />);
  expect((await screen.findAllByRole("link", { name: "Edit: About us" })).length).toBeGreaterThan(
    0,
  );
  expect(screen.queryByRole("link", { name: "Write: About us" })).not.toBeInTheDocument();
  expect(sent).toHaveLength(2);
});

/** Asks whether to take the document off, as the server lists it once and is slow to list it again. */
async function askToTakeOff() {
  const sent = answerFetches(({ method }) => {
    if (method !== "GET") return { body: { document: { ...english, isActive: false } } };
    return changes(sent).length > 0
      ? held().answer
      : { body: { documents: [english], nextCursor: null } };
  });
  const { user, queryClient } = renderReview(<DocumentsPage mayChange />);
  await user.click((await screen.findAllByRole("switch", { name: "About us is public" }))[0]!);
  expect(screen.getByRole("alertdialog", { name: "Take About us off the site?" })).toBeVisible();
  const isSwitchedOff = async () => {
    const now = [{ ...english, isActive: false }];
    act(() => void queryClient.setQueryData(staffDocumentKeys.list(), now));
    await waitFor(() =>
      expect(screen.getAllByRole("switch", { hidden: true })[0]).not.toBeChecked(),
    );
  };
  return { user, sent, isSwitchedOff };
}

const press = (name: string) => screen.getByRole("button", { name });

it("takes a document off once for a double click, and never publishes it again", async () => {
  // The dialog goes away slowly: jsdom knows no animations.
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const fading = { finished, effect: null } as unknown as Animation;
  Element.prototype.getAnimations = () => [fading];
  const { user, sent, isSwitchedOff } = await askToTakeOff();
  await user.click(press("Take off"));
  await waitFor(() => expect(showToast.success).toHaveBeenCalled());
  await isSwitchedOff();
  await user.click(screen.getByText("Take off"));
  finish();
  await closed();
  expect(changes(sent).map(({ body }) => body)).toEqual([{ isActive: false }]);
});

it("never turns into its reverse when a colleague was faster, and leaves nothing to press", async () => {
  const { user, sent, isSwitchedOff } = await askToTakeOff();
  await isSwitchedOff();
  const dialog = await screen.findByRole("alertdialog", { name: "The document is off the site" });
  expect(dialog).toHaveTextContent("It is done already. There is nothing left to do.");
  expect(screen.queryByRole("button", { name: /Publish|Take off/ })).not.toBeInTheDocument();
  await user.click(press("Close"));
  await closed();
  expect(changes(sent)).toEqual([]);
});

it("forgets why one version was not restored before it shows another", async () => {
  answerFetches(({ method, path }) => {
    if (method !== "GET")
      return { status: 409, body: { code: "CONFLICT", message: "Saved by eva" } };
    const versions = [3, 2, 1].map((version) => ({
      version,
      title: "About us",
      content: "Who we were",
      author: null,
      createdAt: AT,
    }));
    const one = versions.find(({ version }) => path.endsWith(`/versions/${version}`));
    return { body: one ? { version: one } : { versions, nextCursor: null } };
  });
  const { user } = renderReview(
    <Versions document={{ ...english, version: 3 }} isUnsaved={false} mayChange />,
  );
  await user.click((await screen.findAllByRole("button", { name: "View version 1" }))[0]!);
  await user.click(await screen.findByRole("button", { name: "Restore as a new version" }));
  await screen.findByText("Saved by eva");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  await user.click(screen.getAllByRole("button", { name: "View version 2" })[0]!);
  await screen.findByRole("button", { name: "Restore as a new version" });
  expect(screen.queryByText("Saved by eva")).not.toBeInTheDocument();
});

/** Opens the editor. The server has what was stored last. */
async function openEditor() {
  let stored = english;
  const sent = answerFetches(({ method, path, body }) => {
    if (path.includes("preview")) return { body: { html: "", removed: [] } };
    if (path.includes("versions")) return { body: { versions: [], nextCursor: null } };
    if (method === "PUT") stored = { ...stored, ...(body as object), version: stored.version + 1 };
    return { body: { document: stored } };
  });
  const { user, queryClient } = renderReview(<DocumentEditor document={english} mayChange />);
  const title = await screen.findByRole("textbox", { name: "Title" });
  return {
    user,
    title,
    content: screen.getByLabelText("Text (Markdown)"),
    puts: () => sent.filter(({ method }) => method === "PUT").map(({ body }) => body),
    colleagueSaves: async (text: Partial<AdminDocumentDto>) => {
      stored = { ...stored, ...text, version: stored.version + 1 };
      await act(() => queryClient.invalidateQueries());
    },
  };
}

it("says at its field what the API's check refuses, and sends nothing", async () => {
  const { user, title, puts } = await openEditor();
  await user.clear(title);
  await user.click(press("Save as version 3"));
  await waitFor(() => expect(title).toHaveFocus());
  expect(title).toHaveAccessibleDescription("Enter a title");
  expect(puts()).toEqual([]);
});

it("keeps a text over a colleague's until somebody decides, and takes their title", async () => {
  const { user, title, content, puts, colleagueSaves } = await openEditor();
  await user.clear(content);
  await user.type(content, "mine");
  await colleagueSaves({ title: "Theirs", content: "theirs" });
  await waitFor(() => expect(title).toHaveValue("Theirs"));
  expect(content).toHaveValue("mine");
  await user.click(press("Save as version 4"));
  expect(screen.getByText("Decide first whose text to keep.")).toBeVisible();
  expect(puts()).toEqual([]);
  await user.click(press("Keep mine"));
  await user.click(press("Save as version 4"));
  await waitFor(() => expect(screen.queryByText("1 unsaved change")).not.toBeInTheDocument());
  expect(puts()).toEqual([{ title: "Theirs", content: "mine", version: 3 }]);
});

it("leaves a colleague's text where one's own is given up", async () => {
  const { user, content, colleagueSaves } = await openEditor();
  await user.type(content, " all");
  await colleagueSaves({ content: "theirs" });
  await user.click(await screen.findByRole("button", { name: "Take theirs" }));
  expect(content).toHaveValue("theirs");
  expect(screen.queryByText("1 unsaved change")).not.toBeInTheDocument();
});
