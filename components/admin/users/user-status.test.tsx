import { useQuery } from "@tanstack/react-query";
import { act, screen, waitFor } from "@testing-library/react";
import { staffKeys } from "@/lib/staff/client";
import { type Answer, answerFetches, type Sent } from "@/tests/support/network";
import { renderReview } from "@/tests/support/screens/staff-review";
import { UserStatus } from "./user-status";

type Given = Answer | null;
const REASON = "Asked for by phone";

/** The switch of an account as the server has it, read again whenever it is to be. */
function Shown({ read }: { read: () => boolean }) {
  const { data } = useQuery({ queryKey: staffKeys.allUsers(), queryFn: read });
  if (data === undefined) return null;
  return (
    <UserStatus user={{ id: "user-1", username: "maria", isActive: data }} staffId="staff-1" />
  );
}

/** Shows an account that is on. `server` answers what is sent to switch it. */
async function show(
  server: (sent: Sent, store: (isActive: boolean) => void) => Given | Promise<Given>,
) {
  let stored = true;
  const store = (isActive: boolean) => {
    stored = isActive;
  };
  const sent = answerFetches((one) => server(one, store));
  const { user, queryClient } = renderReview(<Shown read={() => stored} />);
  await screen.findByRole("switch");
  return {
    sent,
    user,
    ask: () => user.click(screen.getByRole("switch")),
    giveReason: () => user.type(screen.getByLabelText("Reason"), REASON),
    colleagueSwitches: (isActive: boolean) => {
      store(isActive);
      return act(() => queryClient.invalidateQueries());
    },
  };
}

const press = (name: string) => screen.getByRole("button", { name });
const closed = () =>
  waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
const asItIs = () => ({ body: { user: { id: "user-1" } } });

it("asks why, and sends one request with the reason for a double click", async () => {
  const { sent, user, ask, giveReason } = await show((_sent, store) => {
    store(false);
    return asItIs();
  });
  await ask();
  await user.click(press("Deactivate"));
  expect(screen.getByText("The reason needs at least 5 characters")).toBeVisible();
  expect(sent).toEqual([]);
  await giveReason();
  await user.dblClick(press("Deactivate"));
  await closed();
  expect(sent.map(({ body }) => body)).toEqual([{ isActive: false, reason: REASON }]);
  await waitFor(() => expect(screen.getByRole("switch")).not.toBeChecked());
});

it("never turns into its reverse when a colleague was faster, and leaves nothing to press", async () => {
  const { sent, user, ask, colleagueSwitches } = await show(asItIs);
  await ask();
  expect(screen.getByRole("alertdialog", { name: "Deactivate maria?" })).toBeVisible();
  await colleagueSwitches(false);
  expect(await screen.findByRole("alertdialog", { name: "maria is inactive" })).toBeVisible();
  expect(screen.queryByRole("button", { name: /Switch o/ })).not.toBeInTheDocument();
  expect(screen.queryByLabelText("Reason")).not.toBeInTheDocument();
  await user.click(press("Close"));
  await closed();
  expect(sent).toEqual([]);
});

it("sees that it was done when the answer was lost", async () => {
  const { sent, user, ask, giveReason } = await show((_sent, store) => {
    store(false);
    return null;
  });
  await ask();
  await giveReason();
  await user.click(press("Deactivate"));
  expect(await screen.findByRole("alertdialog", { name: "maria is inactive" })).toBeVisible();
  await user.click(press("Close"));
  await closed();
  expect(sent).toHaveLength(1);
});

it("asks the reverse once it is opened anew", async () => {
  const { sent, user, ask, giveReason, colleagueSwitches } = await show((_sent, store) => {
    store(true);
    return asItIs();
  });
  await colleagueSwitches(false);
  await waitFor(() => expect(screen.getByRole("switch")).not.toBeChecked());
  await ask();
  expect(screen.getByRole("alertdialog", { name: "Activate maria?" })).toBeVisible();
  await giveReason();
  await user.click(press("Activate"));
  await closed();
  expect(sent.map(({ body }) => body)).toEqual([{ isActive: true, reason: REASON }]);
});
