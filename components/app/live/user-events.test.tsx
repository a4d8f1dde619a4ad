import { jest } from "@jest/globals";
import { QueryClient } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import {
  clearNotifications,
  useNextNotification,
} from "@/components/notifications/notification-queue";
import { accountKeys } from "@/lib/accounts/client";
import { statsKey } from "@/lib/accounts/user-stats-client";
import { chatKeys } from "@/lib/chat/client";
import { marketKeys } from "@/lib/market/client";
import type { PriceResponse } from "@/lib/market/schema";
import { notificationKeys } from "@/lib/notifications/client";
import { transactionKeys } from "@/lib/statements/client";
import { userEvents } from "./user-events";

const KEYS = {
  balance: accountKeys.balance(),
  stats: statsKey,
  transactions: transactionKeys.page({}, undefined),
  recent: transactionKeys.recent(),
  unread: notificationKeys.count(),
  notifications: notificationKeys.list(true),
  chat: chatKeys.mine(),
  unreadChat: chatKeys.unread(),
  price: marketKeys.price(),
} as const;

function page() {
  const queryClient = new QueryClient();
  for (const key of Object.values(KEYS)) queryClient.setQueryData(key, { pages: [] });
  const refreshPage = jest.fn();
  const stale = () =>
    Object.entries(KEYS)
      .filter(([, key]) => queryClient.getQueryState(key)?.isInvalidated)
      .map(([name]) => name);
  const send = (name: string, data: unknown = {}) =>
    userEvents[name]?.(data, { queryClient, refreshPage });
  return { queryClient, refreshPage, stale, send };
}

describe("the events of user pages", () => {
  it.each([
    ["notification", ["unread", "notifications"]],
    ["notification:read", ["unread", "notifications"]],
    ["balance", ["balance", "stats", "transactions", "recent"]],
    ["trade", ["balance", "stats", "transactions", "recent"]],
    ["trade:entered", []],
    ["deposit", ["balance", "stats"]],
    ["withdrawal", ["balance", "stats"]],
    ["chat:message", ["chat", "unreadChat"]],
    ["chat:read", ["chat", "unreadChat"]],
    ["chat:status", ["chat", "unreadChat"]],
    ["something:else", []],
  ])("%s refetches %j", (name, expected) => {
    const { send, stale } = page();
    send(name);
    expect(stale()).toEqual(expected);
  });

  it("price goes into the cache without a request", () => {
    const { send, stale, queryClient } = page();
    const before = { price: "4000.00", high24h: null, low24h: null, seq: "1" };
    queryClient.setQueryData(marketKeys.price(), before);
    const at = new Date().toISOString();
    send("price", { seq: "2", at, price: "4001.00", bid: "4000.50", ask: "4001.50" });
    expect(queryClient.getQueryData<PriceResponse>(marketKeys.price())).toMatchObject({
      price: "4001.00",
      at,
    });
    expect(stale()).toEqual([]);
  });

  it("a notification floats, unless it is about the conversation that is being looked at", () => {
    const { send } = page();
    const shown = renderHook(() => useNextNotification());
    const arrive = (id: string, type: string) =>
      act(() => send("notification", { id, type, title: "Title", message: "Message" }));
    window.history.pushState(null, "", "/chat");
    arrive("1", "chat");
    expect(shown.result.current).toBeUndefined();
    arrive("2", "deposit");
    expect(shown.result.current?.id).toBe("2");
    act(clearNotifications);
    window.history.pushState(null, "", "/");
    arrive("3", "chat");
    expect(shown.result.current?.id).toBe("3");
    act(clearNotifications);
  });

  it("settings render the page again", () => {
    const { send, refreshPage } = page();
    send("settings");
    expect(refreshPage).toHaveBeenCalledTimes(1);
  });
});
