import { limitedAddress } from "./address";

it.each([
  ["192.0.2.1", "192.0.2.1"],
  ["unknown", "unknown"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:0DB8:0001:0002::1", "2001:db8:1:2"],
  ["2001:db8::ff", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
])("%s counts as %s", (ip, key) => {
  expect(limitedAddress(ip)).toBe(key);
});
