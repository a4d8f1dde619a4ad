import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useWatch } from "react-hook-form";
import { MAX_PICKED } from "@/lib/notifications/broadcast-rules";
import type { RecipientDto } from "@/lib/notifications/broadcast-schema";
import { answerFetches, held } from "@/tests/support/network";
import { renderUi } from "@/tests/support/screens/render";
import {
  type BroadcastDraft,
  BroadcastForm,
  EMPTY_BROADCAST,
  useBroadcastForm,
} from "../broadcasts/broadcast-form";

// A thousand buttons would take jsdom half a minute.
jest.mock("@/lib/notifications/broadcast-rules", () => ({
  ...jest.requireActual("@/lib/notifications/broadcast-rules"),
  MAX_PICKED: 3,
}));

const person = (username: string): RecipientDto => ({
  id: `00000000-0000-7000-8000-${Buffer.from(username.padEnd(6, "-")).toString("hex")}`,
  username,
});

const people = (usernames: string[]) => ({
  body: { users: usernames.map(person), unknown: [], everyone: null },
});

/** Searches that have not been answered yet, by their text. */
let waiting: Map<string, ReturnType<typeof held>>;
let named: string[][];
/** How names are looked up. */
let lookUp: (usernames: string[]) => ReturnType<Parameters<typeof answerFetches>[0]>;

beforeEach(() => {
  waiting = new Map();
  named = [];
  lookUp = people;
  answerFetches(({ path, body }) => {
    if (body) {
      const { usernames } = body as { usernames: string[] };
      named.push(usernames);
      return lookUp(usernames);
    }
    const search = held();
    waiting.set(new URL(path, "http://localhost").searchParams.get("search")!, search);
    return search.answer;
  });
});

function Page({ people, onReview }: { people: RecipientDto[]; onReview: () => void }) {
  const form = useBroadcastForm({
    ...EMPTY_BROADCAST,
    audience: "users",
    people,
    title: "News",
    message: "All is well",
  });
  const draft = useWatch({ control: form.control }) as BroadcastDraft;
  return <BroadcastForm form={form} draft={draft} onReview={onReview} />;
}

async function show(people: RecipientDto[] = []) {
  const onReview = jest.fn();
  renderUi(
    <QueryClientProvider client={new QueryClient()}>
      <Page people={people} onReview={onReview} />
    </QueryClientProvider>,
  );
  const field = await screen.findByRole("combobox", { name: "People" });
  return { user: userEvent.setup(), field, onReview };
}

const answer = async (search: string) => {
  await waitFor(() => expect(waiting.has(search)).toBe(true));
  const found = ["carol", "carol2", "dave"].filter((name) => name.startsWith(search));
  waiting.get(search)!.release(people(found));
};
const picked = () =>
  screen.queryAllByRole("button", { name: /^Remove / }).map((b) => b.textContent);

it("never takes somebody that an earlier text found", async () => {
  const { user, field } = await show();
  await user.type(field, "carol");
  await answer("carol");
  expect(await screen.findByRole("option", { name: "carol" })).toBeVisible();
  await user.type(field, "2{Enter}");
  await waitFor(() => expect(picked()).toEqual(["carol2"]));
  expect(named).toEqual([["carol2"]]);
});

it("takes the suggestion of the present text, and closes when the focus leaves", async () => {
  const { user, field } = await show();
  await user.type(field, "carol2");
  await answer("carol2");
  expect(await screen.findByRole("option", { name: "carol2" })).toBeVisible();
  await user.tab();
  expect(screen.queryByRole("option")).toBeNull();
  await user.click(field);
  await user.keyboard("{Enter}");
  expect(picked()).toEqual(["carol2"]);
});

it("reviews nothing while a name is typed and not picked", async () => {
  const { user, field, onReview } = await show([person("carol")]);
  await user.type(field, "dave");
  await user.click(screen.getByRole("button", { name: "Review" }));
  await waitFor(() =>
    expect(field).toHaveAccessibleDescription(expect.stringContaining("Press Enter to add “dave”")),
  );
  await user.clear(field);
  await user.click(screen.getByRole("button", { name: "Review" }));
  await waitFor(() => expect(onReview).toHaveBeenCalledTimes(1));
});

it("says how many are too many, and drops nobody silently", async () => {
  const { user, field, onReview } = await show(["ann", "bob", "carol"].map(person));
  await user.click(field);
  await user.paste("eve, frank");
  await waitFor(() => expect(picked()).toHaveLength(MAX_PICKED + 2));
  expect(field).toHaveAccessibleDescription(expect.stringContaining("Please remove 2,"));
  await user.click(screen.getByRole("button", { name: "Review" }));
  expect(onReview).not.toHaveBeenCalled();
});

it("adds everybody whose name was entered while another was looked up, and names who is nobody", async () => {
  const found = new Map(["alice", "bob", "nix"].map((name) => [name, held()]));
  lookUp = ([name]) => found.get(name!)!.answer;
  const { user, field } = await show();
  await user.type(field, "nix{Enter}alice{Enter}bob{Enter}");
  expect(field).toHaveValue("");
  found.get("nix")!.release({ body: { users: [], unknown: ["nix"], everyone: null } });
  for (const name of ["alice", "bob"]) found.get(name)!.release(people([name]));
  await waitFor(() => expect(picked()).toEqual(["alice", "bob"]));
  expect(field).toHaveAccessibleDescription(expect.stringContaining("nix"));
});

it("puts names back that could not be looked up", async () => {
  const lost = held();
  lookUp = () => lost.answer;
  const { user, field } = await show();
  await user.click(field);
  await user.paste("alice, bob");
  await user.type(field, "eve");
  lost.release(null);
  await waitFor(() => expect(field).toHaveValue("alice, bob, eve"));
  expect(field).toHaveAccessibleDescription(expect.stringContaining("Network error"));
  lookUp = people;
  await user.type(field, "{Enter}");
  await waitFor(() => expect(picked()).toEqual(["alice", "bob", "eve"]));
  expect(field).not.toHaveAccessibleDescription(expect.stringContaining("Network error"));
});
