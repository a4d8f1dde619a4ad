import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, screen } from "@testing-library/react";
import { userEvents } from "@/components/app/live/user-events";
import { savingKeys } from "@/lib/savings/client";
import type { SavingDto } from "@/lib/savings/schema";
import { answerFetches } from "@/tests/support/network";
import { renderUi } from "@/tests/support/screens/render";
import { SavingsOffer } from "./savings-offer";

const plan: SavingDto = {
  id: "plan",
  name: "Thirty days",
  type: "fixed",
  currency: "USDT",
  dailyRate: "0.00011",
  durationDays: 30,
  minAmount: "10.000000",
  maxAmount: null,
  capacity: null,
  subscribed: "0.000000",
  own: "0.000000",
  subscribable: "500.000000",
  isActive: true,
  description: "",
};
const zero = { principal: "0.000000", accrued: "0.000000", paidProfit: "0.000000" };
const mine = (principal: string) => ({
  records: [],
  totals: { USDT: { ...zero, principal }, XAUT: zero },
  nextCursor: null,
});

it("shows one's own subscription, and a plan that it filled, as soon as the event of it comes", async () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  queryClient.setQueryData(savingKeys.plans(), [plan]);
  const first = { pages: [mine("0.000000")], pageParams: [null] };
  queryClient.setQueryData(savingKeys.mine(undefined), first);
  const gone = { ...plan, id: "gone", name: "Not on offer", isActive: false };
  answerFetches(({ path }) => ({
    body: path.includes("my-savings")
      ? mine("200.000000")
      : { savings: [{ ...plan, subscribable: "0.000000" }, gone] },
  }));
  renderUi(
    <QueryClientProvider client={queryClient}>
      <SavingsOffer />
    </QueryClientProvider>,
  );
  expect(screen.queryByText("Takes no subscriptions now")).not.toBeInTheDocument();
  act(() => userEvents.saving?.({}, { queryClient, refreshPage: () => undefined }));
  expect(await screen.findByText("200.00 USDT")).toBeVisible();
  expect(await screen.findByText("Takes no subscriptions now")).toBeVisible();
  expect(screen.queryByText("Not on offer")).not.toBeInTheDocument();
});
