import { allowFillWaits, endFillWaits, FILL_WAIT_MS, orderEnded, readEnded } from "./fill-waits";

/** An order that is pending until `end`, and how often it was read and filled. */
function order(id: string) {
  const state = { status: "pending", reads: 0, fills: 0 };
  const read = async () => {
    state.reads += 1;
    return { status: state.status };
  };
  const fill = async () => {
    state.fills += 1;
    state.status = "filled";
  };
  const end = () => {
    state.status = "filled";
    orderEnded(id);
  };
  return { state, end, wait: (isNew: boolean) => readEnded(id, read, fill, { isNew }) };
}

beforeEach(() => {
  jest.useFakeTimers();
});

it("reads a new order once, when its end is heard of", async () => {
  const { state, end, wait } = order("new");
  const waiting = wait(true);
  await jest.advanceTimersByTimeAsync(FILL_WAIT_MS - 1);
  expect(state.reads).toBe(0);
  end();
  expect(await waiting).toEqual({ status: "filled" });
  expect(state).toMatchObject({ reads: 1, fills: 0 });
});

it("reads at once where the end was heard of before the wait, and where it may have been long ago", async () => {
  const [fast, old] = [order("fast"), order("old")];
  fast.end();
  old.state.status = "filled";
  expect(await Promise.all([fast.wait(true), old.wait(false)])).toEqual([
    { status: "filled" },
    { status: "filled" },
  ]);
});

it("fills where nothing is heard of, and does not wait where the process ends", async () => {
  const { state, wait } = order("unheard");
  const waiting = wait(true);
  await jest.advanceTimersByTimeAsync(FILL_WAIT_MS);
  expect(await waiting).toEqual({ status: "filled" });
  expect(state).toMatchObject({ reads: 1, fills: 1 });
  endFillWaits();
  expect(await order("late").wait(true)).toEqual({ status: "pending" });
  allowFillWaits();
});
