import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { MailTextDto } from "@/lib/mail-texts/schema";
import { answerFetches } from "@/tests/support/network";
import { renderReview } from "@/tests/support/screens/staff-review";
import { MailTextsPage } from "./mail-texts-page";

const given = { subject: "{siteName}: {title}", body: "Hello {username}, {message} {way}" };
const AT = "2026-11-20T14:20:00.000Z";
const mailTexts: MailTextDto[] = [
  { kind: "security", language: "en", ...given, given, changedAt: null },
  { kind: "money", language: "en", subject: "{title}", body: "{message}", given, changedAt: AT },
];

function shown(mayChange = true) {
  const sent = answerFetches(({ path }) => ({
    body: path.endsWith("/preview")
      ? {
          subject: "Aurum: New login",
          text: "Hello",
          html: "<style>@media (prefers-color-scheme: dark) { p { color: white } }</style><p>Hello</p>",
        }
      : { mailTexts },
  }));
  renderReview(<MailTextsPage mayChange={mayChange} />);
  return sent;
}
const puts = (sent: ReturnType<typeof shown>) => sent.filter(({ method }) => method === "PUT");

it("saves the words of a mail, and says what has to stay in them", async () => {
  const sent = shown();
  const subject = await screen.findByLabelText("Subject");
  expect(screen.getByText("Needed: {message}, {way}. If you like: {username}.")).toBeVisible();
  await userEvent.type(subject, " today");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(puts(sent).map(({ body }) => body)).toEqual([
      {
        kind: "security",
        language: "en",
        words: { subject: "{siteName}: {title} today", body: given.body },
        changedAt: null,
      },
    ]),
  );
  expect(screen.queryByRole("button", { name: /Restore/ })).not.toBeInTheDocument();
});

it("restores what somebody changed, as it was seen", async () => {
  const sent = shown();
  await userEvent.selectOptions(await screen.findByLabelText("Mail"), "Money came");
  await userEvent.click(screen.getByRole("button", { name: "Restore the site's text" }));
  await waitFor(() =>
    expect(puts(sent).map(({ body }) => body)).toEqual([
      { kind: "money", language: "en", words: null, changedAt: AT },
    ]),
  );
});

it("shows a mail light and dark, in frames in which nothing runs", async () => {
  shown();
  await userEvent.click(await screen.findByRole("button", { name: "Preview" }));
  const [light, dark] = [
    await screen.findByTitle("Light preview"),
    screen.getByTitle("Dark preview"),
  ];
  expect(light.getAttribute("srcdoc")).toContain("@media not all {");
  expect(dark.getAttribute("srcdoc")).toContain("@media all {");
  for (const frame of [light, dark]) expect(frame).toHaveAttribute("sandbox", "");
});

it("lets nobody write who may only read", async () => {
  shown(false);
  expect(await screen.findByLabelText("Subject")).toHaveAttribute("readonly");
  expect(screen.queryByRole("button", { name: "Save" })).not.toBeInTheDocument();
});
