import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type Answer, answerFetches, held, type Sent } from "@/tests/support/network";
import { renderUi } from "@/tests/support/screens/render";
import { FreezeForm } from "./freeze-form";

let sent: Sent[];

/** The page of a mailed link. */
function open(
  answer: Answer | null | ReturnType<typeof held>["answer"],
  token: string | null = "t",
) {
  sent = answerFetches(() => answer);
  renderUi(<FreezeForm token={token} />);
}

const press = () => userEvent.click(screen.getByRole("button", { name: "Freeze" }));
const frozen = (wayBackMailed: boolean): Answer => ({
  body: { frozenAt: "2026-11-28T10:00:00.000Z", wayBackMailed },
});

it("does nothing by being opened, and says what a press does", () => {
  open(frozen(true));
  expect(screen.getByText(/nobody can log in, and no withdrawal leaves/)).toBeVisible();
  expect(screen.getByText(/Savings, orders and automatic trades go on/)).toBeVisible();
  expect(sent).toEqual([]);
});

it("freezes by one press, and says how the account is opened again", async () => {
  open(frozen(true));
  await press();
  const news = await screen.findByText("The account is frozen");
  expect(news.closest("[role=status]")).toHaveTextContent("on its way to your email address");
  expect(sent).toMatchObject([{ method: "POST", path: "/api/auth/freeze", body: { token: "t" } }]);
  expect(screen.getByRole("link", { name: "Choose a new password" })).toHaveAttribute(
    "href",
    "/forgot-password",
  );
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});

it("leads to support where the address was changed since the mail", async () => {
  open(frozen(false));
  await press();
  expect(await screen.findByText(/so only support can open it/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Contact support" })).toHaveAttribute("href", "/support");
  expect(screen.queryByRole("link", { name: "Choose a new password" })).not.toBeInTheDocument();
});

it("is sent once, however often it is pressed", async () => {
  const { answer, release } = held();
  open(answer);
  await press();
  await userEvent.click(screen.getByRole("button"));
  release(frozen(true));
  expect(await screen.findByText("The account is frozen")).toBeVisible();
  expect(sent).toHaveLength(1);
});

const expectOtherWays = () => {
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
  expect(screen.getByText(/freeze the account in your security settings/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Security settings" })).toHaveAttribute(
    "href",
    "/security-management",
  );
  expect(screen.getByRole("link", { name: "Contact support" })).toBeVisible();
};

it("names the other ways where the link was used or is too old", async () => {
  const message = "This link is invalid or has expired";
  open({ status: 400, body: { success: false, code: "TOKEN_INVALID", message } });
  await press();
  expect(await screen.findByText(message)).toBeVisible();
  expectOtherWays();
});

it("names them at once without a link", () => {
  open({}, null);
  expect(screen.getByText("This link is invalid or has expired")).toBeVisible();
  expectOtherWays();
});

it("can be pressed again after a lost connection", async () => {
  open(null);
  await press();
  expect(await screen.findByRole("alert")).toBeVisible();
  sent = answerFetches(() => frozen(true));
  await press();
  expect(await screen.findByText("The account is frozen")).toBeVisible();
  expect(sent).toHaveLength(1);
});
