import { idParams } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";
import { actorOf } from "@/lib/sessions/mutations";
import {
  changeTradeConfig,
  createTradeConfig,
  getTradeConfig,
  removeTradeConfig,
} from "@/lib/trading/config";
import {
  changeTradeConfigSchema,
  createTradeConfigSchema,
  removeTradeConfigSchema,
  tradeConfigResponse,
} from "@/lib/trading/config-schema";

const common = {
  tag: "Admin users",
  auth: "admin",
  params: idParams,
  response: tradeConfigResponse,
} as const;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      ...common,
      permission: "users.read",
      summary: "A user's own limits and what they may trade with them",
    },
    ({ params }) => getTradeConfig(params.id),
  ),
  POST: route(
    {
      ...common,
      permission: "users.edit",
      summary: "Give a user limits of their own; they only narrow the site's",
      errors: ["CONFLICT"],
      body: createTradeConfigSchema,
      status: 201,
    },
    async (context) => ({
      message: text("answers.theLimitsWereSet"),
      ...(await createTradeConfig(actorOf(context), context.params.id, context.body)),
    }),
  ),
  PUT: route(
    {
      ...common,
      permission: "users.edit",
      summary: "Change a user's limits, or give them some",
      errors: ["CONFLICT"],
      body: changeTradeConfigSchema,
    },
    async (context) => ({
      message: text("answers.theLimitsWereChanged"),
      ...(await changeTradeConfig(actorOf(context), context.params.id, context.body)),
    }),
  ),
  DELETE: route(
    {
      ...common,
      permission: "users.edit",
      summary: "Take a user's own limits away: the site's apply",
      errors: ["CONFLICT"],
      body: removeTradeConfigSchema,
    },
    async (context) => ({
      message: text("answers.theLimitsWereRemoved"),
      ...(await removeTradeConfig(actorOf(context), context.params.id, context.body.seen)),
    }),
  ),
});
