import { act, screen } from "@testing-library/react";
import { prepareToasts } from "@/components/ui/toast";
import { Toaster } from "@/components/ui/toaster";
import { readAnswer } from "@/lib/platform/client/api";
import { renderUi } from "@/tests/support/render";
import { Providers } from "./providers";

const replace = jest.fn();
const router = { replace };
jest.mock("next/navigation", () => ({
  useRouter: () => router,
  usePathname: () => "/market",
}));

const MESSAGE = "Session expired. Please login again.";

/** An answer of the API that the session is over. */
async function endSession() {
  const answer = { ok: false, status: 401, json: async () => ({ message: MESSAGE }) } as Response;
  await act(() => readAnswer(answer).catch(() => undefined));
}

it("an ended session is said by an alert while no toaster is there, by a toast from then on", async () => {
  const alert = jest.spyOn(window, "alert").mockImplementation(() => undefined);
  const view = renderUi(<Providers>{null}</Providers>);
  await endSession();
  expect(alert.mock.calls).toEqual([[MESSAGE]]);
  expect(replace).toHaveBeenCalledWith("/login?ended=1");

  alert.mockClear();
  view.rerender(
    <Providers>
      <Toaster label="Notifications" />
    </Providers>,
  );
  act(prepareToasts);
  await screen.findByRole("region", { name: /Notifications/ });
  await endSession();
  expect(await screen.findByText(MESSAGE)).toBeVisible();
  expect(alert).not.toHaveBeenCalled();
});
