import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Composer } from "@/components/chat/composer";
import { outboxOf } from "@/lib/chat/outbox";
import { answerFetches, held } from "@/tests/support/network";
import { renderUi } from "@/tests/support/screens/render";
import { useCannedAssist } from "./use-canned-assist";

const replies = {
  body: {
    cannedReplies: [{ id: "1", title: "Greeting", text: "Hello {{username}}, how can we help?" }],
  },
};

const VALUES = { username: "maria", email: "m@example.com", site: "Aurum", staff: "bo" };

let names = 0;
let sent: string[];

function StaffComposer({ name }: { name: string }) {
  const assist = useCannedAssist(name, VALUES);
  return (
    <Composer
      outbox={outboxOf(name)}
      assist={assist}
      onText={(text) => sent.push(text)}
      onImage={() => undefined}
    />
  );
}

function open() {
  sent = [];
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  renderUi(
    <QueryClientProvider client={client}>
      <StaffComposer name={`test-${++names}`} />
    </QueryClientProvider>,
  );
}

const field = () => screen.getByLabelText("Message");
const status = () => screen.getByRole("status");

it("keeps the beginning of a title from the user while the replies are loading", async () => {
  const loading = held();
  answerFetches(() => loading.answer);
  open();
  await userEvent.type(field(), "/greet{Enter}");
  expect(status()).toHaveTextContent("Loading the saved replies.");
  expect(field()).toHaveValue("/greet");
  await act(async () => loading.release(replies));
  await screen.findByRole("option", { name: /Greeting/ });
  await userEvent.type(field(), "{Enter}");
  expect(field()).toHaveValue("Hello maria, how can we help?");
  expect(sent).toEqual([]);
});

it("says that the replies could not be loaded; after Escape Enter sends what stands there", async () => {
  answerFetches(() => null);
  open();
  await userEvent.type(field(), "/greet");
  await waitFor(() => expect(status()).toHaveTextContent("The saved replies could not be loaded."));
  await userEvent.type(field(), "{Enter}");
  expect(sent).toEqual([]);
  await userEvent.type(field(), "{Escape}");
  expect(status()).toBeEmptyDOMElement();
  await userEvent.type(field(), "{Enter}");
  expect(sent).toEqual(["/greet"]);
});

it("lets a text of several lines go, whatever it begins with", async () => {
  answerFetches(() => held().answer);
  open();
  await userEvent.type(field(), "/one{Shift>}{Enter}{/Shift}two{Enter}");
  expect(sent).toEqual(["/one\ntwo"]);
});
