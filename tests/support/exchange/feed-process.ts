import { type ChildProcess, fork } from "node:child_process";
import type { MarketConfig, MarketEvent, MarketStatus } from "@/lib/market/feed";
import { program } from "@/tests/support/program";
import { until } from "../poll";

type Answer = { event?: MarketEvent; answer?: number; status?: MarketStatus };

/** A market feed in a process of its own, as in production: jest can't load the unmodified ccxt library. */
export class FeedProcess {
  readonly events: MarketEvent[] = [];
  private readonly answers = new Map<number, MarketStatus | undefined>();
  private asked = 0;
  private exited = false;

  private constructor(private readonly child: ChildProcess) {
    child.on("message", ({ event, answer, status }: Answer) => {
      if (event !== undefined) this.events.push(event);
      if (answer !== undefined) this.answers.set(answer, status);
    });
    child.on("exit", () => {
      this.exited = true;
    });
  }

  static start(config: MarketConfig): FeedProcess {
    const child = fork(program("tests/support/exchange/feed-runner.ts"), {
      // Inside jest the variables are a copy that children do not inherit.
      env: { ...process.env },
    });
    const { onEvent: _, ...plain } = config;
    child.send({ start: plain });
    return new FeedProcess(child);
  }

  async status(): Promise<MarketStatus> {
    this.asked += 1;
    const id = this.asked;
    this.child.send({ status: id });
    return until("the feed answers", () => this.answers.get(id));
  }

  /** Waits for an event, from one source if given. */
  async heard(event: string, source?: string): Promise<MarketEvent> {
    return until(`the feed reports ${event} ${source ?? ""}`, () =>
      this.events.find((e) => e.event === event && (source === undefined || e.source === source)),
    );
  }

  /** Ends it in order. */
  async stop(): Promise<void> {
    if (this.exited) return;
    // One that hangs would not hear of it.
    this.child.kill("SIGCONT");
    this.child.send("stop");
    await until("the feed process has ended", () => this.exited);
  }

  signal(name: "SIGKILL" | "SIGSTOP" | "SIGCONT"): void {
    this.child.kill(name);
  }
}
