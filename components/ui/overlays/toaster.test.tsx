import { act, render, waitFor } from "@testing-library/react";
import { showToast } from "./toast";
import { Toaster } from "./toaster";

jest.mock("./toaster-view", () => {
  throw new Error("Loading the chunk failed");
});

it("says by an alert what is urgent where its code can't be loaded, and nothing else", async () => {
  const alert = jest.spyOn(window, "alert").mockImplementation(() => undefined);
  render(<Toaster label="Notifications" />);
  act(() => showToast.urgent("Over"));
  await waitFor(() => expect(alert.mock.calls).toEqual([["Over"]]));
  // Known by now: at once.
  act(() => showToast.urgent("Over again"));
  act(() => showToast.error("Not saved"));
  expect(alert.mock.calls).toEqual([["Over"], ["Over again"]]);
});
