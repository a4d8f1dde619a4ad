import { screen } from "@testing-library/react";
import type { TransactionDto } from "@/lib/ledger/transactions/transaction-schema";
import { renderUi } from "@/tests/support/screens/render";
import { useTransactionText } from "./transaction-text";

const held: TransactionDto = {
  id: "1-1",
  type: "withdrawal",
  event: "withdrawal_hold",
  account: "available",
  otherAccount: "held",
  currency: "USDT",
  amount: "-30.000000",
  balanceAfter: "70.000000",
  reference: null,
  detail: null,
  createdAt: "2026-11-22T12:00:00.000Z",
};

function Account({ line }: { line: TransactionDto }) {
  return <p>{useTransactionText().accountText(line)}</p>;
}

it.each([
  ["what left the account", held, "Available → Held"],
  ["what came back to it", { ...held, amount: "30.000000" }, "Held → Available"],
  ["what has one side only", { ...held, otherAccount: null }, "Available"],
])("names the accounts of %s in the direction of the money", (_, line, text) => {
  renderUi(<Account line={line} />);
  expect(screen.getByText(text)).toBeInTheDocument();
});
