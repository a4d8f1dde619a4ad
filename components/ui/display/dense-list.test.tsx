import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderUi } from "@/tests/support/screens/render";
import { DenseList } from "./dense-list";

const rows = [
  { id: "1", name: "Buy limit 3,950.00", amount: "250.00 USDT" },
  { id: "2", name: "Sell stop 3,880.00", amount: "0.050000 XAUT" },
];

it("opens a record by its line, which reads as one", async () => {
  const onOpen = jest.fn();
  renderUi(
    <DenseList
      caption="Orders"
      rows={rows}
      rowKey={({ id }) => id}
      row={({ name, amount }) => ({ title: name, amount })}
      onOpen={onOpen}
    />,
  );
  const list = screen.getByRole("list", { name: "Orders" });
  expect(within(list).getAllByRole("listitem")).toHaveLength(2);
  await userEvent.click(within(list).getByRole("button", { name: /Sell stop.*0\.050000 XAUT/ }));
  expect(onOpen).toHaveBeenCalledWith(rows[1]);
});
