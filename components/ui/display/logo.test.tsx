import { fireEvent, render, screen } from "@testing-library/react";
import { Logo } from "./logo";

it("shows the logo that takes the place of one that did not load", () => {
  const logo = (src: string) => <Logo src={src} siteName="Aurum" />;
  const { rerender } = render(logo("/broken.png"));
  fireEvent.error(screen.getByRole("img"));
  expect(screen.queryByRole("img")).toBeNull();
  rerender(logo("/broken.png"));
  expect(screen.queryByRole("img")).toBeNull();
  rerender(logo("/new.png"));
  expect(screen.getByRole("img", { name: "Aurum" })).toHaveAttribute("src", "/new.png");
});
