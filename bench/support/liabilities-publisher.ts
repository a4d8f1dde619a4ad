import { publishLiabilities } from "@/lib/transparency/liabilities/snapshot";
import { sequenceOnce } from "@/lib/transparency/sequencer";
import { serveHelper } from "./children";
import { type Cost, costOf } from "./cost";

/** What the bench tells this process. */
export type PublisherMessage = { do: "begin" } | { do: "publish" };
export type Published = { run: string; cost: Cost };

serveHelper<PublisherMessage>(async (message) => {
  if (message.do === "begin") {
    await sequenceOnce();
    return {};
  }
  const { value, cost } = await costOf(publishLiabilities);
  return { run: String(value), cost } satisfies Published;
});
