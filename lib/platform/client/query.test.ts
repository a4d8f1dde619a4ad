import { MutationObserver, onlineManager } from "@tanstack/react-query";
import { createQueryClient } from "./query";

afterEach(() => onlineManager.setOnline(true));

it("fails an action at once without a network, and never runs it later", async () => {
  onlineManager.setOnline(false);
  const send = jest.fn(() => Promise.reject(new Error("Network error")));
  const action = new MutationObserver(createQueryClient(), { mutationFn: send });
  await expect(action.mutate()).rejects.toThrow("Network error");
  onlineManager.setOnline(true);
  await Promise.resolve();
  expect(send).toHaveBeenCalledTimes(1);
});
