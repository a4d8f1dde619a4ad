import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { answerFetches, type Sent } from "@/tests/support/network";
import { renderUi } from "@/tests/support/screens/render";
import { CheckMessage } from "./check-message";

const ADDRESS = "TWKUv7shuWE2MpDoYtarfTT6rtNoGtzroA";
const OTHER_ADDRESS = "0x52908400098527886e0f7030069857d2e4169ee7";

let sent: Sent[];

beforeEach(() => {
  sent = answerFetches(() => ({}));
  renderUi(
    <CheckMessage
      facts={{
        origin: "https://gold.example",
        sender: "mail@gold.example",
        addresses: [{ currency: "USDT", network: "TRC20", address: ADDRESS }],
      }}
    />,
  );
});

const field = () => screen.getByLabelText("Message, link or address");
const paste = async (text: string) => {
  await userEvent.click(field());
  await userEvent.paste(text);
};
const findings = () => within(screen.getByRole("region", { name: "What we found" }));

it("says nothing before something is pasted, nor of blanks", async () => {
  expect(screen.queryByRole("region")).not.toBeInTheDocument();
  await paste("  \n ");
  expect(screen.queryByRole("region")).not.toBeInTheDocument();
});

it.each([
  ["https://gold.example/login", "This link leads to this site."],
  ["https://other.example/", "This link does not lead to us, but to other.example."],
  ["https://go1d.example/login", "This link looks like ours and is not: it leads to go1d.example"],
  ["https://gold.example@evil.example/", "This link hides where it leads"],
  ["mail@gold.example", "Our mails come from this address."],
  ["help@gold-support.example", "Our mails do not come from this address."],
  [ADDRESS, "This is a deposit address of ours now: USDT"],
  [OTHER_ADDRESS, "This is no deposit address of ours now."],
  ["Tell us your withdrawal password", "We never ask for either."],
])("says of %s: %s", async (text, said) => {
  await paste(text);
  expect(findings().getByText(said, { exact: false })).toBeVisible();
});

it("judges each part of a message by itself, and says what that does not prove", async () => {
  await paste(
    `From mail@gold.example:\nlog in at https://gold.example.evil.example/ and pay to ${OTHER_ADDRESS}`,
  );
  const lines = findings()
    .getAllByRole("listitem")
    .map((line) => line.textContent);
  expect(lines).toHaveLength(3);
  expect(lines.join("\n")).toContain("gold.example.evil.example");
  expect(findings().getByText(/A link of ours does not prove/)).toBeVisible();
});

it("says where there is nothing to check, and begins anew when the text is replaced", async () => {
  await paste("Hello, how are you?");
  expect(findings().getByText(/There is no link, email address or deposit address/)).toBeVisible();
  await userEvent.clear(field());
  expect(screen.queryByRole("region")).not.toBeInTheDocument();
});

it("sends what was pasted nowhere", async () => {
  await paste(`https://gold.example/ ${ADDRESS}`);
  expect(findings().getAllByRole("listitem")).toHaveLength(2);
  expect(sent).toEqual([]);
});
