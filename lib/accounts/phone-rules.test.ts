import { fullPhoneNumber } from "./phone-rules";

it.each([
  ["+44", "7700900123", "+44 7700900123"],
  ["+44", "+447700900123", "+447700900123"],
  ["", "7700900123", "7700900123"],
  ["+44", "", ""],
])("dial code %j and number %j are %j", (countryCode, phoneNumber, text) => {
  expect(fullPhoneNumber({ countryCode, phoneNumber })).toBe(text);
});
