import { renderText } from "@/lib/platform/text/languages";
import { deviceName, isKnownDevice, networkOf } from "./device-rules";

const CHROME_WINDOWS =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";

describe("deviceName", () => {
  it.each([
    [CHROME_WINDOWS, "Chrome on Windows"],
    [`${CHROME_WINDOWS} Edg/141.0.0.0`, "Edge on Windows"],
    [`${CHROME_WINDOWS} OPR/120.0.0.0`, "Opera on Windows"],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
      "Safari on iPhone",
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1",
      "Chrome on iPhone",
    ],
    [
      "Mozilla/5.0 (Linux; Android 14; SM-S911B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36",
      "Samsung Internet on Android",
    ],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0",
      "Firefox on macOS",
    ],
    ["curl/8.5.0", "curl"],
    ["node", "node"],
    ["", "Unknown device"],
    ["<script>alert(1)</script>", "Unknown device"],
    [`${"x".repeat(400)}`, "x".repeat(40)],
  ])("%s", (userAgent, name) => expect(renderText(deviceName(userAgent), "en")).toBe(name));

  it("knows nothing of nothing", () =>
    expect(renderText(deviceName(null), "en")).toBe("Unknown device"));
});

describe("networkOf", () => {
  it.each([
    ["203.0.113.77", "203.0.113"],
    ["::ffff:203.0.113.77", "203.0.113"],
    ["2001:db8:1:2::9", "2001:db8:1"],
    ["2001:0db8:0001:ffff:1:2:3:4", "2001:db8:1"],
    ["2001:db8::1", "2001:db8:0"],
    ["::1", "0:0:0"],
    ["unknown", "unknown"],
    [null, ""],
  ])("%s", (ip, network) => expect(networkOf(ip)).toBe(network));
});

describe("isKnownDevice", () => {
  const home = { ip: "203.0.113.7", userAgent: CHROME_WINDOWS };
  it("ignores browser updates and a changed address of the same network", () => {
    const later = { ip: "203.0.113.200", userAgent: CHROME_WINDOWS.replace("141", "142") };
    expect(isKnownDevice(later, [home])).toBe(true);
  });
  it("tells another browser and another network apart", () => {
    expect(isKnownDevice({ ...home, userAgent: "curl/8.5.0" }, [home])).toBe(false);
    expect(isKnownDevice({ ...home, ip: "198.51.100.7" }, [home])).toBe(false);
    expect(isKnownDevice(home, [])).toBe(false);
  });
});
