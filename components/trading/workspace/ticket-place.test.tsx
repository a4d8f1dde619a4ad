import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { renderUi } from "@/tests/support/screens/render";
import { TicketPlace } from "./ticket-place";

function Page({ isOff = false }: { isOff?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <TicketPlace
      isOff={isOff}
      title="Ticket"
      isOpen={isOpen}
      onOpenChange={setOpen}
      buttons={[
        { children: "Buy", onClick: () => setOpen(true) },
        { children: "Sell", onClick: () => setOpen(true) },
      ]}
    >
      {(isSheet) => <p>{isSheet ? "in a sheet" : "in the page"}</p>}
    </TicketPlace>
  );
}

const wide = window.matchMedia;
afterEach(() => {
  window.matchMedia = wide;
});

const narrow = () => {
  window.matchMedia = () =>
    ({
      matches: true,
      addEventListener() {},
      removeEventListener() {},
    }) as unknown as MediaQueryList;
};

it("stands in the page where there is room", () => {
  renderUi(<Page />);
  expect(screen.getByText("in the page")).toBeInTheDocument();
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});

it("opens as a sheet from the bar of a phone, and closes with Escape to where the focus was", async () => {
  narrow();
  const user = userEvent.setup();
  renderUi(<Page />);
  expect(screen.queryByText(/^in /)).not.toBeInTheDocument();
  const buy = screen.getByRole("button", { name: "Buy" });
  await user.click(buy);
  expect(await screen.findByRole("dialog", { name: "Ticket" })).toHaveTextContent("in a sheet");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  await waitFor(() => expect(buy).toHaveFocus());
});

it("says in the page of a phone, too, why nothing can be ordered", () => {
  narrow();
  renderUi(<Page isOff />);
  expect(screen.getByText("in the page")).toBeInTheDocument();
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});
