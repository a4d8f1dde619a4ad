import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";
import {
  addressBookOnlySchema,
  addressBookSchema,
  saveAddressSchema,
  savedAddressResponseSchema,
} from "@/lib/withdrawals/address-schema";
import { getAddressBook, saveAddress, setAddressBookOnly } from "@/lib/withdrawals/addresses";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "My saved withdrawal addresses",
      tag: "Withdrawals",
      auth: "user",
      response: addressBookSchema,
    },
    async ({ user }) => getAddressBook(user.userId),
  ),
  POST: route(
    {
      summary: "Save a withdrawal address",
      tag: "Withdrawals",
      auth: "user",
      errors: ["CONFLICT"],
      rateLimit: { name: "save-address", points: 30, seconds: 3600, by: "user" },
      body: saveAddressSchema,
      response: savedAddressResponseSchema,
      status: 201,
    },
    async ({ user, body }) => ({
      message: text("answers.theAddressSaved"),
      address: await saveAddress(user.userId, body, user.sessionId),
    }),
  ),
  PUT: route(
    {
      summary: "Withdraw to saved addresses only: on at once, off after 24 hours",
      tag: "Withdrawals",
      auth: "user",
      rateLimit: { name: "address-book-only", points: 10, seconds: 3600, by: "user", shared: true },
      body: addressBookOnlySchema,
      response: addressBookSchema,
    },
    async ({ user, body }) => setAddressBookOnly(user.userId, body, user.sessionId),
  ),
});
