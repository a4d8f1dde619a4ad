import { screen } from "@testing-library/react";
import type { TradeQuery } from "@/lib/trading/client";
import { renderUi } from "@/tests/support/screens/render";
import { RecordPrintLine } from "./record-print-line";

it.each<[TradeQuery, string]>([
  [{}, "Trades"],
  [{ type: "ai" }, "AI"],
  [{ status: "stopped" }, "Trades, Stopped"],
  [{ type: "option", status: "lost" }, "Options, Lost"],
])("names what the filters %j let through", (query, trades) => {
  renderUi(<RecordPrintLine site="Aurum" user="maria" query={query} />);
  expect(screen.getByText(`Aurum · maria · ${trades} · times in UTC`)).toBeInTheDocument();
});
