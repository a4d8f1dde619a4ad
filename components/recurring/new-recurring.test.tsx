import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import messages from "@/messages/en.json";
import { NewRecurring } from "./new-recurring";

const showIn = (timeZone: string) =>
  render(
    <NextIntlClientProvider locale="en" timeZone={timeZone} messages={messages}>
      <QueryClientProvider client={new QueryClient()}>
        <NewRecurring />
      </QueryClientProvider>
    </NextIntlClientProvider>,
  );

it("says the zone of the time at its field, and what it is where the person is", () => {
  showIn("Asia/Tokyo");
  const time = screen.getByLabelText("Time (UTC)");
  fireEvent.change(time, { target: { value: "20:30" } });
  expect(time).toHaveAccessibleDescription(
    "In UTC, as in your list. Where you are that is 05:30 GMT+9 at present.",
  );
});

it("says it once to who reads times in UTC, or has typed no time", () => {
  const { unmount } = showIn("UTC");
  expect(screen.getByLabelText("Time (UTC)")).toHaveAccessibleDescription(
    "In UTC, as in your list.",
  );
  unmount();
  showIn("Asia/Tokyo");
  fireEvent.change(screen.getByLabelText("Time (UTC)"), { target: { value: "" } });
  expect(screen.getByLabelText("Time (UTC)")).toHaveAccessibleDescription(
    "In UTC, as in your list.",
  );
});
