import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen, within } from "@testing-library/react";
import { answerFetches } from "@/tests/support/network";
import { renderUi } from "@/tests/support/screens/render";
import { DurationTable } from "./duration-table";

it("shows payout and break-even beside one's own record, and no share of too few", async () => {
  const of = { refunded: 0, result: "1.500000" };
  answerFetches(() => ({
    body: {
      durations: [
        { ...of, seconds: 30, won: 3, lost: 2, winRate: "0.6000" },
        { ...of, seconds: 45, won: 20, lost: 20, winRate: "0.5000" },
      ],
    },
  }));
  renderUi(
    <QueryClientProvider client={new QueryClient()}>
      <DurationTable
        durations={[
          { seconds: 30, payoutRate: "0.80" },
          { seconds: 60, payoutRate: "0.82" },
        ]}
      />
    </QueryClientProvider>,
  );
  await screen.findByText("3 of 5");
  const table = screen.getByRole("table", { name: "Durations and your record" });
  const row = (name: RegExp) => within(table).getByRole("row", { name });
  expect(row(/^30 seconds/)).toHaveTextContent("80%55.56%3 of 5+1.50");
  expect(row(/^45 seconds/)).toHaveTextContent("not offered50% 20 of 40");
  expect(row(/^60 seconds/)).toHaveTextContent("82%54.95%––");
});
