import { z } from "zod";
import { text } from "@/lib/platform/text";
import { cleanAddress } from "@/lib/wallets/addresses/rules";
import { currencySchema, networkSchema } from "@/lib/wallets/schema";

/** How long a new address waits where only saved addresses may be paid, in hours. */
export const ADDRESS_WAIT_HOURS = 24;

/** POST /api/user/withdrawal-addresses */
export const saveAddressSchema = z.strictObject({
  label: z
    .string(text("errors.common.enterName"))
    .trim()
    .min(1, text("errors.common.enterName"))
    .max(40, text("errors.withdrawals.atMost40Characters")),
  currency: currencySchema,
  network: networkSchema,
  address: z
    .string(text("errors.common.enterAddress"))
    .max(500)
    .overwrite(cleanAddress)
    .min(1, text("errors.common.enterAddress")),
});
export type SaveAddressInput = z.output<typeof saveAddressSchema>;

/** A saved address. `usableFrom` counts only while withdrawals go to saved addresses alone. */
export const savedAddressSchema = z.object({
  id: z.string(),
  label: z.string(),
  currency: currencySchema,
  network: networkSchema,
  address: z.string(),
  usableFrom: z.iso.datetime(),
  usable: z.boolean().meta({ description: "Whether the waiting time is over" }),
  createdAt: z.iso.datetime(),
});
export type SavedAddress = z.output<typeof savedAddressSchema>;

/** GET /api/user/withdrawal-addresses */
export const addressBookSchema = z.object({
  addresses: z.array(savedAddressSchema),
  addressBookOnly: z.boolean().meta({ description: "Withdrawals go to saved addresses only" }),
  addressBookOffAt: z.iso
    .datetime()
    .nullable()
    .meta({ description: "When that ends, if turning it off was asked for" }),
});
export type AddressBook = z.output<typeof addressBookSchema>;

export const savedAddressResponseSchema = z.object({ address: savedAddressSchema });

/** PUT /api/user/withdrawal-addresses. Turning it off needs the login password, and the code. */
export const addressBookOnlySchema = z.strictObject({
  addressBookOnly: z.boolean(text("errors.withdrawals.chooseOnOrOff")),
  password: z.string().max(1000).optional(),
  totp: z.string().max(20).optional(),
});
export type AddressBookOnlyInput = z.output<typeof addressBookOnlySchema>;
