import { renderHook } from "@testing-library/react";
import { clearDrafts } from "./drafts";
import { dropFormDraft, useFormDraft } from "./form-draft";

function signIn(id: string) {
  localStorage.setItem("user", JSON.stringify({ id }));
  localStorage.setItem("token", `token of ${id}`);
}

/** Shows the form: what came back into it, and the way to keep what is typed. */
function show(form = "withdraw:USDT") {
  const restored: object[] = [];
  const { result } = renderHook(() => useFormDraft(form, (kept) => restored.push(kept)));
  return { restored, keep: result.current };
}

beforeEach(() => {
  for (const storage of [localStorage, sessionStorage]) storage.clear();
  signIn("anna");
});

it("comes back into the same form of the same person, until the form was accepted", () => {
  const { restored, keep } = show();
  expect(restored).toEqual([]);
  keep({ amount: "120" });
  expect(show().restored).toEqual([{ amount: "120" }]);
  expect(show("withdraw:BTC").restored).toEqual([]);
  dropFormDraft("withdraw:USDT");
  expect(show().restored).toEqual([]);
});

it("outlives an ended session, but neither a sign-out nor another person", () => {
  show().keep({ amount: "120" });
  localStorage.clear();
  expect(show().restored).toEqual([]);
  signIn("bert");
  expect(show().restored).toEqual([]);
  signIn("anna");
  expect(show().restored).toEqual([{ amount: "120" }]);
  clearDrafts("anna");
  expect(show().restored).toEqual([{ amount: "120" }]);
  clearDrafts("bert");
  expect(show().restored).toEqual([]);
  show().keep({ amount: "120" });
  clearDrafts();
  expect(show().restored).toEqual([]);
});

it("keeps nothing under the name of whoever signed in meanwhile", () => {
  const { keep } = show();
  signIn("bert");
  keep({ amount: "120" });
  expect(show().restored).toEqual([]);
  expect(sessionStorage).toHaveLength(0);
});
