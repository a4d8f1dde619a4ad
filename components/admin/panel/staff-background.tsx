"use client";

import { idlePart } from "@/components/ui/idle-part";

/** What goes on beside every page of the panel. */
export const StaffBackground = idlePart(() =>
  import("./staff-background-parts").then((module) => module.StaffBackgroundParts),
);
