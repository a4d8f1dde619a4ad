import { screen } from "@testing-library/react";
import { renderUi } from "@/tests/support/screens/render";
import { ListPages } from "./list-pages";

const NOTE = /one page of a longer list/;

it.each([
  ["the first of several pages", [], "next"],
  ["a page between others", ["a1"], "next"],
  ["the last of several pages", ["a1"], null],
])("says on paper that it is no more than %s", (_, trail, nextCursor) => {
  renderUi(
    <ListPages place={{ pathname: "/record", filters: {}, trail }} nextCursor={nextCursor} />,
  );
  expect(screen.getByText(NOTE)).toHaveAttribute("data-print", "only");
});

it("says nothing of pages where there is only one", () => {
  renderUi(<ListPages place={{ pathname: "/record", filters: {}, trail: [] }} nextCursor={null} />);
  expect(screen.queryByText(NOTE)).toBeNull();
});
