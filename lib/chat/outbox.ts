import { ApiError, messageOf, newIdempotencyKey } from "@/lib/platform/client/api";
import { readDraft, saveDraft } from "@/lib/platform/client/drafts";

/** Something that was sent and is not yet among the conversation's messages. */
export type OutboxItem = {
  /** Its idempotency key: sending again can't say it twice. */
  key: string;
  createdAt: string;
  text: string | null;
  /** The picked image; a reload loses it and only its name is left. */
  image: File | null;
  imageName: string | null;
  /** What is "waiting" goes by itself when the network is back; what "failed" was refused. */
  status: "sending" | "waiting" | "failed" | "sent";
  /** Part of an image that is uploaded, 0 to 1. */
  progress: number | null;
  /** Why it failed. */
  reason: string | null;
};

/** Whether a reload has lost the image, so that it has to be chosen again. */
export function needsImage({ imageName, image }: OutboxItem): boolean {
  return imageName !== null && image === null;
}

export type Delivery = {
  text: (text: string, key: string) => Promise<unknown>;
  image: (
    image: File,
    key: string,
    options: { onProgress: (part: number) => void; signal: AbortSignal },
  ) => Promise<unknown>;
  /** Fetches the conversation again, after one was accepted or refused; throws when it can't. */
  onDone: () => Promise<unknown>;
};

type Kept = {
  draft: string;
  items: (Pick<OutboxItem, "key" | "createdAt" | "text" | "imageName"> & { failed?: boolean })[];
};

/** Reads what an earlier page left. A text that was not refused goes by itself, an image has to be chosen again. */
function restore(name: string): { draft: string; items: OutboxItem[] } {
  const kept = readDraft(name) as Partial<Kept> | null;
  const items = (Array.isArray(kept?.items) ? kept.items : []).map(
    ({ failed, ...item }): OutboxItem => ({
      ...item,
      image: null,
      status: failed || item.imageName !== null ? "failed" : "waiting",
      progress: null,
      reason: null,
    }),
  );
  return { draft: typeof kept?.draft === "string" ? kept.draft : "", items };
}

/**
 * What one person has typed and sent in one conversation but the server has not yet shown to have
 * accepted. Nothing leaves it unseen. Texts go one after the other, so that they keep their order.
 */
export class Outbox {
  private current: readonly OutboxItem[];
  private typed: string;
  private queue: Promise<unknown> = Promise.resolve();
  private readonly uploads = new Map<string, AbortController>();
  private readonly listeners = new Set<() => void>();

  constructor(private readonly name: string) {
    const { draft, items } = restore(name);
    this.typed = draft;
    this.current = items;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly items = (): readonly OutboxItem[] => this.current;

  /** What stands in the text field. */
  get draft(): string {
    return this.typed;
  }

  saveDraft(text: string): void {
    this.typed = text;
    this.change(this.current);
  }

  /** Sends something new. */
  add(content: { text: string } | { image: File }, delivery: Delivery): void {
    const item: OutboxItem = {
      key: newIdempotencyKey(),
      createdAt: new Date().toISOString(),
      text: "text" in content ? content.text : null,
      image: "image" in content ? content.image : null,
      imageName: "image" in content ? content.image.name : null,
      status: "sending",
      progress: null,
      reason: null,
    };
    this.change([...this.current, item]);
    this.send(item, delivery);
  }

  /** Sends what failed once more, as the same message. An image that a reload lost is given again. */
  retry(key: string, delivery: Delivery, image?: File): void {
    const item = this.current.find((candidate) => candidate.key === key);
    if (item?.status !== "failed" && item?.status !== "waiting") return;
    const next = { ...item, image: image ?? item.image, status: "sending" as const, reason: null };
    this.update(key, next);
    this.send(next, delivery);
  }

  /** Sends what waits for the network, in the order in which it was typed. */
  resume(delivery: Delivery): void {
    for (const { key } of this.current.filter(({ status }) => status === "waiting")) {
      this.retry(key, delivery);
    }
  }

  /** Takes something out, and stops its upload. */
  discard(key: string): void {
    this.uploads.get(key)?.abort();
    this.change(this.current.filter((item) => item.key !== key));
  }

  /** Takes out what has arrived in the conversation. */
  settle(keys: ReadonlySet<string>): void {
    if (this.current.some((item) => keys.has(item.key))) {
      this.change(this.current.filter((item) => !keys.has(item.key)));
    }
  }

  private send(item: OutboxItem, delivery: Delivery): void {
    if (item.image)
      void this.deliver(item, () => this.upload(item, item.image, delivery), delivery);
    else {
      const text = item.text ?? "";
      this.queue = this.queue.then(() =>
        this.deliver(item, () => delivery.text(text, item.key), delivery),
      );
    }
  }

  private async upload(item: OutboxItem, image: File | null, delivery: Delivery): Promise<void> {
    if (!image) return;
    const controller = new AbortController();
    this.uploads.set(item.key, controller);
    const onProgress = (progress: number) => this.update(item.key, { progress });
    try {
      await delivery.image(image, item.key, { onProgress, signal: controller.signal });
    } finally {
      this.uploads.delete(item.key);
    }
  }

  private async deliver(
    { key }: OutboxItem,
    send: () => Promise<unknown>,
    delivery: Delivery,
  ): Promise<void> {
    // It may have been taken out while it waited for its turn.
    const place = this.current.findIndex((item) => item.key === key);
    if (place < 0) return;
    const reason = this.heldUpBy(place);
    if (reason !== undefined) return this.update(key, { status: "waiting", reason });
    try {
      await send();
      this.update(key, { status: "sent", progress: null });
      // What was fetched now has it; after a failure the next fetch will, and settle() sees it.
      await delivery.onDone().then(
        () => this.discard(key),
        () => undefined,
      );
    } catch (error) {
      const status = error instanceof ApiError && error.code === "NETWORK" ? "waiting" : "failed";
      this.update(key, { status, progress: null, reason: messageOf(error) });
      if (status === "failed") await delivery.onDone().catch(() => undefined);
    }
  }

  /** Why an earlier text waits, which a later one must not overtake. */
  private heldUpBy(place: number): string | null | undefined {
    if (this.current[place]?.image) return undefined;
    return this.current
      .slice(0, place)
      .find(({ status, imageName }) => status === "waiting" && imageName === null)?.reason;
  }

  private update(key: string, changes: Partial<OutboxItem>): void {
    this.change(this.current.map((item) => (item.key === key ? { ...item, ...changes } : item)));
  }

  private change(next: readonly OutboxItem[]): void {
    this.current = next;
    this.keep();
    for (const listener of this.listeners) listener();
  }

  private keep(): void {
    const items = this.current
      .filter(({ status }) => status !== "sent")
      .map(({ key, createdAt, text, imageName, status }) => ({
        key,
        createdAt,
        text,
        imageName,
        failed: status === "failed",
      }));
    saveDraft(this.name, { draft: this.typed, items } satisfies Kept);
  }
}

const outboxes = new Map<string, Outbox>();

/** The outbox of a conversation; it lives on when its page is left. */
export function outboxOf(name: string): Outbox {
  const outbox = outboxes.get(name) ?? new Outbox(name);
  // A server draws pages of many people and keeps nothing of them.
  if (typeof window !== "undefined") outboxes.set(name, outbox);
  return outbox;
}
