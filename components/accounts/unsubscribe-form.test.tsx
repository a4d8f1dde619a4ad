import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type Answer, answerFetches, type Sent } from "@/tests/support/network";
import { renderUi } from "@/tests/support/screens/render";
import { UnsubscribeForm } from "./unsubscribe-form";

let sent: Sent[];
const answerWith = (answer: Answer) => {
  sent = answerFetches(() => answer);
};

it("says which mails a press stops, and that it did", async () => {
  answerWith({ body: { mails: "weekly" } });
  renderUi(<UnsubscribeForm token="a-token" mails="weekly" />);
  expect(screen.getByText(/the mail about your week/)).toBeVisible();
  expect(sent).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Stop these mails" }));
  expect(await screen.findByRole("status")).toHaveTextContent(
    "You do not get the mail about your week any more.",
  );
  expect(sent).toMatchObject([{ method: "POST", path: "/api/unsubscribe?token=a-token" }]);
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Notification settings" })).toHaveAttribute(
    "href",
    "/notifications/settings",
  );
});

it("says that a link is none of the site's, and asks for nothing", () => {
  answerWith({});
  renderUi(<UnsubscribeForm token={null} mails={null} />);
  expect(screen.getByText("This link is invalid")).toBeVisible();
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});

it("can be pressed again where the network failed", async () => {
  answerWith({ status: 500, body: { success: false, code: "INTERNAL" } });
  renderUi(<UnsubscribeForm token="a-token" mails="trading" />);
  await userEvent.click(screen.getByRole("button", { name: "Stop these mails" }));
  expect(await screen.findByRole("alert")).toBeVisible();
  expect(screen.getByRole("button", { name: "Stop these mails" })).toBeEnabled();
});
