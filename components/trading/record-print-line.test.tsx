import { screen } from "@testing-library/react";
import type { TradeQuery } from "@/lib/trading/client";
import { renderUi } from "@/tests/support/screens/render";
import { RecordPrintLine } from "./record-print-line";

it.each<[TradeQuery, string]>([
  [{}, "Trades · all time"],
  [{ type: "ai", from: "2026-11-01" }, "AI · since 1 Nov 2026"],
  [{ status: "stopped" }, "Trades, Stopped · all time"],
  [{ type: "option", status: "lost" }, "Options, Lost · all time"],
])("names what the filters %j let through", (query, trades) => {
  renderUi(<RecordPrintLine site="Aurum" user="maria" query={query} />);
  expect(screen.getByText(`Aurum · maria · ${trades} · times in UTC`)).toBeInTheDocument();
});
