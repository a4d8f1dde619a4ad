import { act, renderHook } from "@testing-library/react";
import { clearDrafts } from "./drafts";
import { type FormDraftOptions, useFormDraft } from "./form-draft";

function signIn(id: string) {
  localStorage.setItem("user", JSON.stringify({ id }));
  localStorage.setItem("token", `token of ${id}`);
}

const START = { amount: "", unit: "USDT" };

/** Shows the form. */
const show = (form = "withdraw:USDT", options: FormDraftOptions<typeof START> = {}) =>
  renderHook(() => useFormDraft(form, START, options)).result;
const amountOf = (...of: Parameters<typeof show>) => show(...of).current.fields.amount;
const keep = (draft: ReturnType<typeof show>, amount = "120") =>
  act(() => draft.current.change({ amount }));

beforeEach(() => {
  for (const storage of [localStorage, sessionStorage]) storage.clear();
  signIn("anna");
});

it("comes back into the same form of the same person, until the form was accepted", () => {
  const draft = show();
  expect(amountOf()).toBe("");
  keep(draft);
  expect(amountOf()).toBe("120");
  expect(amountOf("withdraw:BTC")).toBe("");
  act(() => draft.current.clear());
  expect(draft.current.fields).toEqual(START);
  expect(amountOf()).toBe("");
});

it("keeps the fields that it may keep, and leaves after an accepted form those that stay", () => {
  const draft = show("withdraw:USDT", { keeps: ["amount"], stays: ["unit"] });
  act(() => draft.current.change({ unit: "XAUT", amount: "120" }));
  expect(show().current.fields).toEqual({ amount: "120", unit: "USDT" });
  act(() => draft.current.clear());
  expect(draft.current.fields).toEqual({ amount: "", unit: "XAUT" });
});

it("does not show what can't be used any more", () => {
  keep(show());
  expect(amountOf("withdraw:USDT", { isUsable: ({ amount }) => amount !== "120" })).toBe("");
});

it("outlives an ended session, but neither a logout nor another person", () => {
  keep(show());
  localStorage.clear();
  expect(amountOf()).toBe("");
  signIn("bert");
  expect(amountOf()).toBe("");
  signIn("anna");
  expect(amountOf()).toBe("120");
  clearDrafts("anna");
  expect(amountOf()).toBe("120");
  clearDrafts("bert");
  expect(amountOf()).toBe("");
  keep(show());
  clearDrafts();
  expect(amountOf()).toBe("");
});

it("keeps nothing under the name of whoever logged in meanwhile", () => {
  const draft = show();
  signIn("bert");
  keep(draft);
  expect(amountOf()).toBe("");
  expect(sessionStorage).toHaveLength(0);
});
