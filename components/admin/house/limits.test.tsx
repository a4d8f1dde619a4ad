import { screen, waitFor, within } from "@testing-library/react";
import { api, ok, renderReview } from "@/tests/support/screens/staff-review";
import { StaffRightsProvider } from "../panel/staff-rights";
import { Limits } from "./limits";

const limits = {
  perExpirySecond: { cap: "50000", busiest: [] },
  perDirection: { cap: "250000", up: "0.000000", down: "0.000000" },
};

function openLimits(isFull: boolean) {
  const sent = api({
    "GET /api/user/security": ok({ security: { twoFactorEnabled: false } }),
    "PUT /api/admin/house/limits": () => {
      const { password } = (sent.at(-1)?.body ?? {}) as Record<string, string>;
      if (password === "secret") return ok({ limits })();
      const errors = { password: ["Incorrect password"] };
      const body = { success: false, code: "VALIDATION", message: "Incorrect password", errors };
      return { status: 422, body };
    },
  });
  const { user } = renderReview(
    <StaffRightsProvider permissions={isFull ? ["*"] : ["finance"]}>
      <Limits limits={limits} />
    </StaffRightsProvider>,
  );
  return { user, sent };
}

it("changes the caps after a review with the password of a full administrator", async () => {
  const { user, sent } = openLimits(true);
  await user.click(screen.getByRole("button", { name: "Change limits" }));
  const cap = await screen.findByRole("textbox", { name: "Per direction" });
  await user.clear(cap);
  await user.type(cap, "240000");
  await user.click(screen.getByRole("button", { name: "Review" }));
  const review = await screen.findByRole("dialog", { name: "Change the limits?" });
  await user.click(within(review).getByRole("button", { name: "Change limits" }));
  const confirm = await screen.findByRole("dialog", { name: "Confirm that it is you" });
  const password = within(confirm).getByLabelText("Login password");
  await user.type(password, "wrong");
  await user.click(within(confirm).getByRole("button", { name: "Save" }));
  expect(await within(confirm).findByText("Incorrect password")).toBeInTheDocument();
  await user.clear(password);
  await user.type(password, "secret");
  await user.click(within(confirm).getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(sent.at(-1)?.body).toEqual({
    perExpirySecond: "50000",
    perDirection: "240000",
    expected: { perExpirySecond: "50000", perDirection: "250000" },
    password: "secret",
  });
});

it("is for full administrators", () => {
  openLimits(false);
  expect(screen.queryByRole("button", { name: "Change limits" })).not.toBeInTheDocument();
});
