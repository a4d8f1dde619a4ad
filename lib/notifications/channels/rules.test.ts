import { isInside } from "./push-service";
import { endOfQuiet, isQuiet, kindOf, nextSummaryAt, retrySeconds, weekBefore } from "./rules";
import { pushSubscriptionSchema } from "./schema";

const at = (time: string) => new Date(`2026-03-02T${time}:00Z`);

it.each([
  ["22:00", "07:00", "21:59", false],
  ["22:00", "07:00", "22:00", true],
  ["22:00", "07:00", "00:00", true],
  ["22:00", "07:00", "06:59", true],
  ["22:00", "07:00", "07:00", false],
  ["09:00", "17:00", "08:59", false],
  ["09:00", "17:00", "09:00", true],
  ["09:00", "17:00", "17:00", false],
])("from %s to %s, %s is quiet: %s", (from, to, time, quiet) => {
  const minutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
  const hours = { from: minutes(from), to: minutes(to) };
  expect(isQuiet({ ...hours, zone: "UTC" }, at(time))).toBe(quiet);
  // Five hours and three quarters ahead.
  const shifted = new Date(at(time).getTime() - (5 * 60 + 45) * 60_000);
  expect(isQuiet({ ...hours, zone: "Asia/Kathmandu" }, shifted)).toBe(quiet);
});

it.each([
  ["2026-03-02T07:59:59Z", "UTC", "2026-03-02T08:00:00.000Z"],
  ["2026-03-02T08:00:00Z", "UTC", "2026-03-09T08:00:00.000Z"],
  ["2026-03-08T23:59:00Z", "UTC", "2026-03-09T08:00:00.000Z"],
  // Clocks are put forward in the night before that Monday.
  ["2026-03-24T12:00:00Z", "Europe/Berlin", "2026-03-30T06:00:00.000Z"],
  ["2026-03-02T02:14:00Z", "Asia/Kathmandu", "2026-03-02T02:15:00.000Z"],
  ["2026-03-02T02:15:00Z", "Asia/Kathmandu", "2026-03-09T02:15:00.000Z"],
])("after %s a week is mailed in %s at %s", (from, zone, due) => {
  expect(nextSummaryAt(new Date(from), zone).toISOString()).toBe(due);
});

it.each([
  ["UTC", "2026-03-23T00:00:00.000Z", "2026-03-30T00:00:00.000Z"],
  // An hour shorter than others.
  ["Europe/Berlin", "2026-03-22T23:00:00.000Z", "2026-03-29T22:00:00.000Z"],
  ["America/New_York", "2026-03-23T04:00:00.000Z", "2026-03-30T04:00:00.000Z"],
])("in %s the week before runs from %s to %s", (zone, from, to) => {
  expect(weekBefore(new Date("2026-04-05T12:00:00Z"), zone)).toEqual({
    monday: new Date("2026-03-23"),
    from: new Date(from),
    to: new Date(to),
  });
});

it.each([
  ["23:00", "2026-03-03T07:00:00.000Z"],
  ["06:59", "2026-03-02T07:00:00.000Z"],
])("quiet hours at %s end at %s", (time, end) => {
  const quiet = { from: 22 * 60, to: 7 * 60, zone: "UTC" };
  expect(endOfQuiet(quiet, at(time)).toISOString()).toBe(end);
});

it("takes a type that it does not know for one of the account, which is always mailed", () => {
  expect([kindOf("option"), kindOf("deposit"), kindOf("of-tomorrow")]).toEqual([
    "trading",
    "payments",
    "account",
  ]);
});

it("waits longer after each try", () => {
  expect([1, 2, 3, 4, 5].map(retrySeconds)).toEqual([30, 60, 120, 240, 480]);
});

it.each([
  ["127.0.0.1", true],
  ["10.1.2.3", true],
  ["169.254.169.254", true],
  ["100.64.0.1", true],
  ["::1", true],
  ["::ffff:192.168.0.1", true],
  ["::ffff:c0a8:1", true],
  ["fd00::1", true],
  ["fe80::1", true],
  ["64:ff9b::a00:1", true],
  ["not an address", true],
  ["8.8.8.8", false],
  ["2607:f8b0::1", false],
])("%s is inside of a network: %s", (address, inside) => {
  expect(isInside(address)).toBe(inside);
});

it.each([
  "https://fcm.googleapis.com/fcm/send/abc:def",
  "https://updates.push.services.mozilla.com/wpush/v2/abc",
  "https://web.push.apple.com/QOXyz",
  "https://db5p.notify.windows.com/w/?token=abc",
])("takes a device of %s", (endpoint) => {
  const keys = {
    p256dh: Buffer.alloc(65, 4).toString("base64url"),
    auth: Buffer.alloc(16, 1).toString("base64url"),
  };
  expect(pushSubscriptionSchema.safeParse({ endpoint, expirationTime: null, keys }).success).toBe(
    true,
  );
});
