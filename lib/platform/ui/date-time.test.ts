import fc from "fast-check";
import { formatDateTime, formatMonth, formatUtc, isTimeZone, nameOfZone } from "./date-time";

const at = "2026-11-20T14:20:08.500Z";

describe("formatUtc", () => {
  it("writes UTC whatever the device's zone is", () => {
    expect(formatUtc(at)).toBe("20 Nov 2026, 14:20");
    expect(formatUtc(at, { zone: true })).toBe("20 Nov 2026, 14:20 UTC");
    expect(formatUtc(at, { style: "timeSeconds" })).toBe("14:20:08");
    expect(formatUtc(at, { style: "date" })).toBe("20 Nov 2026");
    expect(formatUtc("2026-11-20T00:00:00Z", { style: "time" })).toBe("00:00");
  });

  it("shows a dash for what is no time", () => {
    for (const value of [null, undefined, "", "soon"]) expect(formatUtc(value)).toBe("—");
  });
});

describe("formatDateTime", () => {
  it.each([
    // The hour that comes twice when summer time ends is told apart by its offset.
    ["2026-10-25T00:30:00Z", "Europe/Berlin", "25 Oct 2026, 02:30 GMT+2"],
    ["2026-10-25T01:30:00Z", "Europe/Berlin", "25 Oct 2026, 02:30 GMT+1"],
    // The hour that summer time leaves out.
    ["2026-03-29T00:59:00Z", "Europe/Berlin", "29 Mar 2026, 01:59 GMT+1"],
    ["2026-03-29T01:00:00Z", "Europe/Berlin", "29 Mar 2026, 03:00 GMT+2"],
    ["2026-11-26T03:00:00Z", "America/New_York", "25 Nov 2026, 22:00 GMT-5"],
    ["2026-11-26T21:47:07Z", "Asia/Kolkata", "27 Nov 2026, 03:17 GMT+5:30"],
    ["2026-11-26T21:47:07Z", "Pacific/Chatham", "27 Nov 2026, 11:32 GMT+13:45"],
    ["2026-11-26T21:47:07Z", "Europe/London", "26 Nov 2026, 21:47 GMT+0"],
    ["2026-11-26T21:47:07Z", "UTC", "26 Nov 2026, 21:47 UTC"],
  ])("writes %s in %s as %s", (value, zone, text) => {
    expect(formatDateTime(value, zone, { zone: true })).toBe(text);
  });

  it("says with its offset which moment it is, in every zone and on every day", () => {
    const minute = fc
      .integer({ min: 0, max: 1_051_200 })
      .map((n) => 1_735_689_600_000 + n * 60_000);
    const zone = fc.constantFrom(...Intl.supportedValuesOf("timeZone"));
    fc.assert(
      fc.property(minute, zone, (ms, timeZone) => {
        const text = formatDateTime(ms, timeZone, { zone: true });
        const [, wall = "", sign, hours = "0", minutes = "0"] =
          /^(.*) (?:UTC|GMT(?:([+-])(\d+)(?::(\d\d))?)?)$/.exec(text) ?? [];
        const offset = (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
        expect(Date.parse(`${wall.replace(",", "")} UTC`) - offset * 60_000).toBe(ms);
      }),
    );
  });
});

describe("zones", () => {
  it("are those that Intl knows", () => {
    for (const name of ["UTC", "Europe/Berlin", "Asia/Calcutta"])
      expect(isTimeZone(name)).toBe(true);
    for (const name of ["", "Mars/Base", "x".repeat(5000), "\u0000"])
      expect(isTimeZone(name)).toBe(false);
  });

  it("are called by their place", () => {
    expect(nameOfZone("UTC")).toBe("UTC");
    expect(nameOfZone("Europe/Berlin")).toBe("Berlin");
    expect(nameOfZone("America/Argentina/Buenos_Aires")).toBe("Buenos Aires");
    expect(nameOfZone("Etc/GMT+5")).toBe("GMT-5");
  });
});

describe("formatMonth", () => {
  it.each([
    ["2026-11", "November 2026"],
    ["2024-02", "February 2024"],
    ["x", "x"],
  ])("writes %s as %s", (month, written) => {
    expect(formatMonth(month)).toBe(written);
  });
});
