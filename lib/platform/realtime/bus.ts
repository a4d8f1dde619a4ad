import { anotherRedis, redis, sitePrefix } from "@/lib/platform/redis";

/** Said by whoever tells the others, so that they know that somebody does. */
const BEAT = "beat";
/** Said by whoever tells no more, or has not been heard. */
const BYE = "bye";

/** What instances say to each other through Redis. */
export interface Bus {
  /** Whether this instance can speak and hears. */
  isReady(): boolean;
  /** How long nobody has told anything, in milliseconds. */
  silentMs(): number;
  /** Grows whenever something may have been told that was not heard here. */
  gaps(): number;
  /** Tells all instances what the database said. */
  tell(channel: string, payload: string): void;
  beat(): void;
  bye(): void;
  close(): void;
}

/**
 * Joins the bus of this site. Like the database's own notifications it keeps nothing: what is not heard is gone.
 * @param channels of the database whose payloads it carries
 * @param onTold what an instance tells, this one too, in the order in which it does
 * @returns null where the site has no Redis
 */
export function joinBus(
  channels: readonly string[],
  onTold: (channel: string, payload: string) => void,
): Bus | null {
  const [speaker, hearer] = [redis(), anotherRedis()];
  if (!speaker || !hearer) return null;
  const prefix = `${sitePrefix()}:events:`;
  let toldAt = Number.NEGATIVE_INFINITY;
  let gaps = 0;
  let isUnheard = false;
  let isSubscribed = false;
  const heard: [string, (payload: string) => void][] = [
    [BEAT, () => (toldAt = performance.now())],
    [
      BYE,
      () => {
        toldAt = Number.NEGATIVE_INFINITY;
        gaps += 1;
      },
    ],
    ...channels.map((channel): [string, (payload: string) => void] => [
      channel,
      (payload) => onTold(channel, payload),
    ]),
  ];
  hearer.on("ready", () => {
    // From then on the connection does so by itself whenever it comes back.
    if (isSubscribed) return;
    const all = heard.map(([name, hear]) => hearer.subscribe(`${prefix}${name}`, hear));
    Promise.all(all).then(
      () => (isSubscribed = true),
      () => undefined,
    );
  });
  hearer.on("reconnecting", () => (gaps += 1));
  const tell = (name: string, payload: string) =>
    speaker.publish(`${prefix}${name}`, payload).then(
      () => true,
      () => {
        isUnheard = true;
        return false;
      },
    );
  const bye = async () => {
    if (await tell(BYE, "")) isUnheard = false;
  };
  return {
    isReady: () => isSubscribed && speaker.isReady && hearer.isReady,
    silentMs: () => performance.now() - toldAt,
    gaps: () => gaps,
    tell: (channel, payload) => void tell(channel, payload),
    // Whoever hears may have missed something before.
    beat: () => void (isUnheard ? bye() : tell(BEAT, "")),
    bye: () => void bye(),
    close: () => hearer.destroy(),
  };
}
