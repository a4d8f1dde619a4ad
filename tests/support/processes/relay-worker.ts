import { deliveries } from "@/deliveries";
import { startRelay } from "@/lib/platform/outbox/relay";

// Delivers the outbox until it is killed. A test forks it.
startRelay(deliveries);
process.send?.("ready");
