import { percentOfShare, shareOfPercent } from "./percent-rules";

it("writes rates in percent and reads them back exactly", () => {
  expect(percentOfShare("0.00011")).toBe("0.011");
  for (const share of ["0", "0.000000001", "0.00011", "0.1", "1"]) {
    expect(shareOfPercent(percentOfShare(share))).toBe(share);
  }
  expect(shareOfPercent("100.0000001")).toBeNull();
  expect(shareOfPercent("0.00000001")).toBeNull();
  expect(shareOfPercent("-1")).toBeNull();
  for (const text of ["0,5", "0,025", "０，０２５"]) expect(shareOfPercent(text)).toBeNull();
});
