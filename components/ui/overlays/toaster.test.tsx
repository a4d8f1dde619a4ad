import { act, render, waitFor } from "@testing-library/react";
import { notify } from "./toast";
import { Toaster } from "./toaster";

jest.mock("./toaster-view", () => {
  throw new Error("Loading the chunk failed");
});

it("says by an alert what is urgent where its code can't be loaded, and nothing else", async () => {
  const alert = jest.spyOn(window, "alert").mockImplementation(() => undefined);
  render(<Toaster label="Notifications" />);
  act(() => notify.urgent("Over"));
  await waitFor(() => expect(alert.mock.calls).toEqual([["Over"]]));
  // Known by now: at once.
  act(() => notify.urgent("Over again"));
  act(() => notify.error("Not saved"));
  expect(alert.mock.calls).toEqual([["Over"], ["Over again"]]);
});
