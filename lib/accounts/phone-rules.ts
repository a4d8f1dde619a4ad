/** A phone number as people dial it from abroad; empty without one. Some are kept with their dial code, as they were typed. */
export function fullPhoneNumber(user: { countryCode: string; phoneNumber: string }): string {
  const { countryCode, phoneNumber } = user;
  if (phoneNumber === "" || phoneNumber.startsWith("+")) return phoneNumber;
  return `${countryCode} ${phoneNumber}`.trim();
}
