"use client";

import { useRef, useState } from "react";
import { type CandleInterval, intervalMs } from "@/lib/market/candle-rules";
import { fetchCandles } from "@/lib/market/client";
import type { Kline, KlineResponse } from "@/lib/market/schema";

const PAGE = 300;
const NONE: readonly Kline[] = [];

type History = {
  interval: CandleInterval;
  source: KlineResponse["source"] | undefined;
  /** The newest candles, which move on with time. */
  newest: readonly Kline[];
  /** Those before them that were asked for; the same array while it stays the same. */
  earlier: readonly Kline[];
  /** The first candle that there is has been reached. */
  isWhole: boolean;
  hasFailed: boolean;
};

/** What is known once the newest candles are these: what slid out of them stays behind what was asked for. */
function withNewest(history: History, interval: CandleInterval, data: KlineResponse | undefined) {
  const newest = data?.klines ?? NONE;
  const isSame = history.interval === interval && history.source === data?.source;
  if (isSame && history.newest === newest) return history;
  const begun = { interval, source: data?.source, newest, isWhole: false, hasFailed: false };
  const [first] = newest;
  const last = history.newest.at(-1);
  const isJoined = first && last && last.time + intervalMs(interval) / 1000 >= first.time && isSame;
  if (!isJoined || history.earlier.length === 0) return { ...begun, earlier: NONE };
  const slid = history.newest.filter(({ time }) => time < first.time);
  const earlier = slid.length === 0 ? history.earlier : [...history.earlier, ...slid];
  return { ...history, newest, earlier };
}

/** The newest candles with as much of what came before as was asked for, back to the first one. */
export function useCandleHistory(interval: CandleInterval, data: KlineResponse | undefined) {
  const [kept, setKept] = useState<History>(() =>
    withNewest(
      {
        interval,
        source: undefined,
        newest: NONE,
        earlier: NONE,
        isWhole: false,
        hasFailed: false,
      },
      interval,
      data,
    ),
  );
  const history = withNewest(kept, interval, data);
  if (history !== kept) setKept(history);
  const asked = useRef<string | null>(null);
  const { earlier, newest, isWhole, hasFailed } = history;
  const before = (earlier[0] ?? newest[0])?.time;
  const load = async () => {
    const question = `${interval} ${before}`;
    if (before === undefined || isWhole || asked.current === question) return;
    asked.current = question;
    const page = await fetchCandles({ interval, limit: PAGE, before }).catch(() => null);
    if (asked.current === question) asked.current = null;
    setKept((now) => {
      const isStill =
        now.interval === interval && (now.earlier[0] ?? now.newest[0])?.time === before;
      if (!isStill) return now;
      if (page === null) return { ...now, hasFailed: true };
      const isWhole = page.klines.length < PAGE;
      return { ...now, earlier: [...page.klines, ...now.earlier], isWhole, hasFailed: false };
    });
  };
  return {
    klines: earlier.length === 0 ? newest : [...earlier, ...newest],
    hasFailed,
    /** Asks for the candles before the first one, unless that is under way or has failed. */
    loadEarlier: () => void (hasFailed ? undefined : load()),
    retry: () => void load(),
  };
}
