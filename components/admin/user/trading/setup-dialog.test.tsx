import { screen, waitFor } from "@testing-library/react";
import type { StrategyInfo } from "@/components/ai/param-fields";
import { useRequestKey } from "@/lib/platform/client/request-key";
import { api, renderReview } from "@/tests/support/screens/staff-review";
import { SetupDialog } from "./setup-dialog";

const strategies: StrategyInfo[] = [
  {
    id: "ema-crossover",
    name: "Averages",
    description: "Follows the trend",
    risk: "Can lose",
    params: {
      fast: { kind: "number", label: "Fast", hint: "", min: 5, max: 50, step: 1, default: 20 },
    },
  },
];

function Page() {
  return (
    <SetupDialog
      user={{ id: "user-1", username: "mira" }}
      strategies={strategies}
      setup={null}
      requestKey={useRequestKey()}
    />
  );
}

const fast = () => screen.getByLabelText("Fast");

it("says what is wrong with a parameter at its field, before and after it is sent", async () => {
  const refusal = "Must be below the slow average";
  const sent = api({
    "POST /api/admin/users/user-1/trade-setups": () => ({
      status: 422,
      body: {
        success: false,
        code: "VALIDATION",
        message: refusal,
        errors: { "params.fast": [refusal] },
      },
    }),
  });
  const { user } = renderReview(<Page />);
  const type = async (text: string) => {
    await user.clear(fast());
    await user.type(fast(), text);
  };
  await user.type(screen.getByLabelText("Amount"), "1,000.00");
  await type("500");
  await user.click(screen.getByRole("button", { name: "Propose" }));
  await waitFor(() => expect(fast()).toBeInvalid());
  expect(sent).toEqual([]);
  await type("30");
  await waitFor(() => expect(fast()).toBeValid());
  await user.click(screen.getByRole("button", { name: "Propose" }));
  await waitFor(() => expect(fast()).toHaveAccessibleDescription(expect.stringContaining(refusal)));
  expect(screen.getAllByText(refusal)).toHaveLength(1);
  expect(sent.map(({ body }) => body)).toEqual([
    { strategy: "ema-crossover", params: { fast: 30 }, amount: "1000.00", note: "" },
  ]);
});
