import { render, screen, within } from "@testing-library/react";
import { PlainError } from "./plain-error";

it("is a main part with an alert in it, and leads to support", () => {
  const complain = jest.spyOn(console, "error").mockImplementation(() => undefined);
  render(<PlainError error={new Error("broken")} retry={() => undefined} />);
  const alert = within(screen.getByRole("main")).getByRole("alert");
  expect(alert).toHaveTextContent("Something went wrong");
  expect(within(alert).queryByRole("button")).not.toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Contact support" })).toHaveAttribute("href", "/support");
  complain.mockRestore();
});
