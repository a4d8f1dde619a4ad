import {
  afterSaving,
  changedKeys,
  conflictingKeys,
  dropSetting,
  keepSetting,
  typeSetting,
} from "./draft";

const EMPTY_DRAFT = { typed: {}, seen: {} };
const stored = { fee: "0", name: "Aurum", rates: [{ seconds: 30, payoutRate: "0.8" }] };

it("knows what would change", () => {
  const draft = typeSetting(EMPTY_DRAFT, stored, "fee", "2");
  expect(changedKeys(draft, stored)).toEqual(["fee"]);
  expect(typeSetting(draft, stored, "fee", "0")).toEqual(EMPTY_DRAFT);
  const same = [{ payoutRate: "0.8", seconds: 30 }];
  expect(typeSetting(EMPTY_DRAFT, stored, "rates", same)).toEqual(EMPTY_DRAFT);
});

it("notices what somebody else changed, and asks whose value to keep", () => {
  const draft = typeSetting(typeSetting(EMPTY_DRAFT, stored, "fee", "2"), stored, "fee", "3");
  const theirs = { ...stored, fee: "1", name: "Other" };
  expect(conflictingKeys(draft, theirs)).toEqual(["fee"]);
  const mine = keepSetting(draft, theirs, "fee");
  expect([changedKeys(mine, theirs), conflictingKeys(mine, theirs)]).toEqual([["fee"], []]);
  expect(changedKeys(dropSetting(draft, "fee"), theirs)).toEqual([]);
});

it("has no conflict where both typed the same", () => {
  const draft = typeSetting(EMPTY_DRAFT, stored, "fee", "1");
  expect(conflictingKeys(draft, { ...stored, fee: "1" })).toEqual([]);
});

it("keeps what was typed while the rest was being saved", () => {
  const sent = { fee: "2", name: "Gold" };
  const early = typeSetting(typeSetting(EMPTY_DRAFT, stored, "fee", "2"), stored, "name", "Gold");
  const later = typeSetting(typeSetting(early, stored, "name", "Golden"), stored, "rates", []);
  const rest = afterSaving(later, sent);
  const saved = { ...stored, ...sent };
  expect(rest.typed).toEqual({ name: "Golden", rates: [] });
  expect(conflictingKeys(rest, saved)).toEqual([]);
  expect(afterSaving(early, sent)).toEqual(EMPTY_DRAFT);
});
