import { POST as subscribe } from "@/app/api/savings/user/create/route";
import { POST as refund } from "@/app/api/savings/user/refund/[id]/route";
import { POST as withdraw } from "@/app/api/withdrawals/route";
import { signedInUser } from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";

const params = { id: crypto.randomUUID() };

it.each([
  ["withdrawals in ten minutes", 300, [withdraw]],
  ["savings and their refunds in ten minutes, together", 300, [subscribe, refund]],
] as const)("limits a user's %s, to %i", async (_, limit, handlers) => {
  const { token } = await signedInUser();
  const statuses: number[] = [];
  for (let count = 0; count <= limit; count += 1) {
    const handler = handlers[count % handlers.length] ?? withdraw;
    statuses.push((await callRoute(handler, { token, params, body: "{" })).status);
  }
  expect(statuses.indexOf(429)).toBe(limit);
});
