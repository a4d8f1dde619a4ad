"use client";

import { Live } from "./live";
import { userEvents } from "./user-events";

/** Live events of the user pages. */
export function UserRealtime() {
  return <Live events={userEvents} />;
}
