import { type MarketConfig, type MarketFeed, startMarketFeed } from "@/lib/market/feed";

/** What the parent process may ask of a feed that runs in a process of its own. */
export type FeedRequest = { start: Omit<MarketConfig, "onEvent"> } | { status: number } | "stop";

function main(): void {
  const send = (message: unknown) => process.send?.(message);
  let feed: Promise<MarketFeed> | null = null;
  const answer = async (request: FeedRequest) => {
    if (request === "stop") {
      await (await feed)?.stop();
      process.disconnect();
    } else if ("start" in request) {
      feed = startMarketFeed({ ...request.start, onEvent: (event) => send({ event }) });
    } else {
      const status = (await feed)?.status();
      // A bigint can't be sent.
      send({ answer: request.status, status: status && { ...status, lastSeq: undefined } });
    }
  };
  process.on("message", (request: FeedRequest) => void answer(request));
  // A parent that dies must not leave the feed behind.
  process.on("disconnect", () => process.exit());
}

main();
