import { render, screen } from "@testing-library/react";
import { NextIntlClientProvider, useTranslations } from "next-intl";
import messages from "@/messages/en.json";
import { MoreMessages } from "./more-messages";

const { checksum } = messages.errors.address;

function Refusal() {
  return <p>{useTranslations("errors.address")("checksum")}</p>;
}

it("adds a part of some texts beside the parts that are there", () => {
  render(
    <NextIntlClientProvider locale="en" messages={{ errors: { address: { checksum } } }}>
      <MoreMessages messages={{ errors: { wallets: messages.errors.wallets } }}>
        <Refusal />
      </MoreMessages>
    </NextIntlClientProvider>,
  );
  expect(screen.getByText(checksum)).toBeInTheDocument();
});
