import { checkMessage, type SiteFacts } from "./message-rules";

const ETH = "0x52908400098527886E0F7030069857D2E4169EE7";
const TRON = "TWKUv7shuWE2MpDoYtarfTT6rtNoGtzroA";
const facts: SiteFacts = {
  origin: "https://aurum.example.com",
  sender: "no-reply@aurum.example.com",
  addresses: [
    { currency: "ETH", network: "ERC20", address: ETH },
    { currency: "USDT", network: "TRC20", address: TRON },
  ],
};
const verdicts = (text: string) => checkMessage(text, facts).map(({ verdict }) => verdict);

it.each([
  ["https://aurum.example.com/login", "own"],
  ["see https://aurum.example.com/login.", "own"],
  ["HTTPS://AURUM.EXAMPLE.COM/Login", "own"],
  ["https://aurum.example.com:443/", "own"],
  ["https://aurum.example.com./", "own"],
  ["aurum.example.com/freeze?token=x", "own"],
  ["aurum.example.com.", "own"],
  ["https://aurum.example.com/?next=https%3A%2F%2Fevil.example", "own"],
  ["http://aurum.example.com/login", "unsafe"],
  ["https://aurum.example.com:8443/", "lookalike"],
  ["aurum.example.com:8443", "lookalike"],
  ["https://aurum.example.com@evil.test/", "unsafe"],
  ["https://aurum.example.com:pass@evil.test/", "unsafe"],
  ["https://evil.test@aurum.example.com/", "unsafe"],
  ["https://aurum.example.com\\@evil.test/", "unsafe"],
  ["https:\\\\evil.test/aurum.example.com", "unsafe"],
  ["https://aurum.example.com.evil.test/", "lookalike"],
  ["https://aurum-example.test/", "lookalike"],
  ["https://login.aurum.example.com/", "lookalike"],
  ["https://auгum.example.com/", "lookalike"],
  ["https://xn--80ak6aa92e.com/", "lookalike"],
  ["https://aurum.example.corn/", "lookalike"],
  ["https://aururn.example.net/", "lookalike"],
  ["https://www.wikipedia.org/aurum.example.com", "foreign"],
  ["wikipedia.org", "foreign"],
  ["javascript:alert(1)", "unsafe"],
  ["data:text/html,hello", "unsafe"],
  ["https://[broken", "unsafe"],
  ["no-reply@aurum.example.com", "own"],
  ["Aurum <No-Reply@Aurum.Example.com>", "own"],
  ["support@aurum.example.com", "foreign"],
  ["no-reply@aurum.example.com.evil.test", "foreign"],
  [`Send it to this address: ${ETH}`, "own"],
  [ETH.toLowerCase(), "own"],
  [TRON, "own"],
  [TRON.replace("T", "t"), "foreign"],
  [ETH.replace("7", "8"), "foreign"],
  ["1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "foreign"],
  ["Tell us your password to unlock the account", "unsafe"],
  ["Bitte nennen Sie uns Ihr Passwort", "unsafe"],
  ["Díganos su contraseña", "unsafe"],
  ["Hello, how are you? 1.5 and e.g. 20,000", undefined],
  ["", undefined],
])("tells of %j: %s", (text, verdict) => {
  expect(verdicts(text)).toEqual(verdict === undefined ? [] : [verdict]);
});

it("tells each thing once, and names the coin and the host that a link leads to", () => {
  const text = `From: no-reply@aurum.example.com
    Open https://aurum.example.com@evil.test/x, https://aurum.example.com@evil.test/x and send 1 ETH to ${ETH}.`;
  expect(checkMessage(text, facts)).toEqual([
    {
      kind: "link",
      verdict: "unsafe",
      text: "https://aurum.example.com@evil.test/x",
      host: "evil.test",
    },
    { kind: "mail", verdict: "own", text: "no-reply@aurum.example.com" },
    { kind: "address", verdict: "own", text: ETH, coin: "ETH ERC20" },
  ]);
});

it("takes long texts of one letter in time, and tells at most fifty things", () => {
  expect(checkMessage("a.".repeat(5_000), facts).length).toBeLessThan(3);
  const many = Array.from({ length: 80 }, (_, n) => `https://host${n}.test/`).join(" ");
  expect(checkMessage(many, facts)).toHaveLength(50);
});
