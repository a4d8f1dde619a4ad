import { leaveFor } from "./leave";

// jsdom goes nowhere but to another place of the same page.
it("goes where the first wanted to, and listens again when the page is still there", () => {
  const now = jest.spyOn(performance, "now").mockReturnValue(1_000);
  expect(leaveFor("#login")).toBe(true);
  expect(leaveFor("#other")).toBe(false);
  expect(window.location.hash).toBe("#login");
  now.mockReturnValue(31_000);
  expect(leaveFor("#other")).toBe(true);
  expect(window.location.hash).toBe("#other");
});
