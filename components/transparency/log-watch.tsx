"use client";

import { idlePart } from "@/components/ui/idle-part";

/** This browser as a witness of the public log, on every page: it says so where the log is not the one that it was. */
export const LogWatch = idlePart(() => import("./log-alarm").then((module) => module.LogAlarm));
