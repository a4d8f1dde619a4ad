"use client";

import { idlePart } from "@/components/ui/idle-part";

/** What goes on beside every page of a user. */
export const Background = idlePart(() =>
  import("./background-parts").then((module) => module.BackgroundParts),
);
