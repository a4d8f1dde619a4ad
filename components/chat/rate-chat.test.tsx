import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ChatDto } from "@/lib/chat/schema";
import { answerFetches } from "@/tests/support/network";
import { renderUi } from "@/tests/support/screens/render";
import { RateChat } from "./rate-chat";

const client = new QueryClient();
const shown = (rating: ChatDto["rating"]) => (
  <QueryClientProvider client={client}>
    <RateChat rating={rating} until={until} />
  </QueryClientProvider>
);
const until = "2026-12-04T10:00:00.000Z";

it("is given with a comment by choice, and changed later", async () => {
  const sent = answerFetches(({ body }) => ({ body: { chat: { rating: body } } }));
  const { rerender } = renderUi(shown(null));
  await userEvent.click(screen.getByRole("radio", { name: "Not good" }));
  await userEvent.type(screen.getByLabelText("Comment (optional)"), " Took long ");
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  const rating: ChatDto["rating"] = { good: false, comment: "Took long" };
  await waitFor(() =>
    expect(sent).toMatchObject([{ method: "PUT", path: "/api/chat/rating", body: rating }]),
  );
  rerender(shown(rating));
  expect(screen.getByRole("button", { name: "Change" })).toHaveFocus();
  expect(screen.getByText(/^You said: Not good\. .*4 Dec 2026/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Change" }));
  expect(screen.getByRole("radio", { name: "Not good" })).toHaveFocus();
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(screen.getByRole("button", { name: "Change" })).toHaveFocus();
  await userEvent.click(screen.getByRole("button", { name: "Change" }));
  await userEvent.click(screen.getByRole("radio", { name: "Good" }));
  expect(screen.getByLabelText("Comment (optional)")).toHaveValue("Took long");
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(sent.at(-1)?.body).toEqual({ good: true, comment: "Took long" }));
});
