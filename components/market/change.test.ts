import { toPriceResponse } from "@/lib/market/serializers";
import { changeAmount } from "./change";

const priceOf = (price: string | null, price24hAgo: string | null) => ({
  ...toPriceResponse({
    head: null,
    price24hAgoE8: null,
    high24hE8: null,
    low24hE8: null,
    volume24hE8: 0n,
  }),
  price,
  price24hAgo,
});

it("is what the price moved by, however small a part of it that is", () => {
  expect(changeAmount(priceOf("4002.20", "4000.00"))).toBe("2.20");
  expect(changeAmount(priceOf("3990.00", "3996.00"))).toBe("-6.00");
  expect(changeAmount(priceOf("3996.004", "3996.00"))).toBe("0.00");
});

it("is not known where one of the prices is not", () => {
  expect(changeAmount(priceOf("4000.00", null))).toBeNull();
  expect(changeAmount(priceOf(null, "4000.00"))).toBeNull();
  expect(changeAmount(null)).toBeNull();
});
