"use client";

import { useSyncExternalStore } from "react";
import { Banner } from "../ui/banner";

function subscribe(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

/** Whether the device says it has a network. True while the server renders. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}

/** Says that the device is offline, for as long as it is. */
export function OfflineBanner({ text }: { text: string }) {
  const online = useOnline();
  return (
    <div role="status">
      {online ? null : (
        <Banner tone="offline" full>
          {text}
        </Banner>
      )}
    </div>
  );
}
