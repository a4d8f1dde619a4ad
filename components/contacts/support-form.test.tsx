import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { answerFetches } from "@/tests/support/network";
import { renderUi } from "@/tests/support/screens/render";
import { SupportForm } from "./support-form";

const sentTexts = { success: true, message: "ok", reference: "07EN-W3AH-RZ6D" };

beforeEach(() => {
  AbortSignal.timeout = () => new AbortController().signal;
});

it("sends what was written and shows the reference by which it goes on", async () => {
  const user = userEvent.setup();
  const sent = answerFetches(() => ({ status: 201, body: sentTexts }));
  renderUi(<SupportForm reference="" />);
  await user.type(screen.getByLabelText("Name"), "Ann");
  await user.type(screen.getByLabelText("Email"), "ann@example.com");
  await user.type(screen.getByLabelText("Message"), "hello");
  await user.click(screen.getByRole("button", { name: "Send to support" }));
  expect(await screen.findByText(/07EN-W3AH-RZ6D/)).toHaveTextContent("ann@example.com");
  expect(sent).toMatchObject([
    { path: "/api/support", body: { name: "Ann", email: "ann@example.com", message: "hello" } },
  ]);
  expect(screen.getByLabelText("Message")).toHaveValue("");
  expect(screen.getByLabelText(/Reference/)).toHaveValue("07EN-W3AH-RZ6D");
});

it("says what is missing, and sends nothing", async () => {
  const sent = answerFetches(() => ({ status: 201, body: sentTexts }));
  renderUi(<SupportForm reference="07EN-W3AH-RZ6D" />);
  await userEvent.click(screen.getByRole("button", { name: "Send to support" }));
  expect(await screen.findByText("Please enter your name")).toBeInTheDocument();
  expect(screen.getByText("Please enter a message")).toBeInTheDocument();
  await waitFor(() => expect(screen.getByLabelText("Name")).toHaveFocus());
  expect(sent).toEqual([]);
});
