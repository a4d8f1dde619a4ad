/** What a pointer does with a chart. One finger up and down scrolls the page, as the wheel does. */

/** In px from the left and from the top of the container. */
export interface Place {
  x: number;
  y: number;
}

/** What points, and whether it is pressed. */
export interface Pointer {
  pointerType: string;
  buttons: number;
}

interface GestureHandlers {
  /** A pointer went down: whether something takes it, so that the chart does not move. */
  take: (place: Place, pointerType: string) => boolean;
  /** Moves what was taken. */
  move: (place: Place) => void;
  /** Lets go what was taken; `isDropped` where the pointer was taken away. */
  release: (isDropped: boolean) => void;
  /** Whether a finger at this place takes something: then it does not scroll the page. */
  wouldTake: (place: Place) => boolean;
  /** Moves the candles by so many px, to the right above zero. */
  pan: (px: number) => void;
  /** Makes candles so many times as wide, around a place in px from the left. */
  zoom: (factor: number, x: number) => void;
  /** Points at a place in the container; null at none. */
  point: (place: Place | null, pointer: Pointer | null) => void;
  /** A double click. */
  reset: (place: Place) => void;
}

const HOLD_MS = 300;
/** A finger that moves less has not moved. */
const SLOP_PX = 6;
/** After a fling what is left of its speed each millisecond. */
const FRICTION = 0.997;
const MIN_FLING = 0.2;
const STOPPED = 0.02;
/** A finger that rests for so long before it is lifted flings nothing. */
const REST_MS = 60;

/** Hears the pointers over a chart. */
export class Gestures {
  private readonly pointers = new Map<number, Place>();
  private isTaken = false;
  /** A finger was held still: it points until the next one comes down. */
  private isPointing = false;
  private hold: ReturnType<typeof setTimeout> | undefined;
  private start = { x: 0, y: 0 };
  private speed = { pxPerMs: 0, at: 0 };
  private fling = 0;
  private readonly stop = new AbortController();

  constructor(
    private readonly container: HTMLElement,
    private readonly on: GestureHandlers,
  ) {
    const { signal } = this.stop;
    const hear = <K extends keyof HTMLElementEventMap>(
      name: K,
      handle: (event: HTMLElementEventMap[K]) => void,
    ) => container.addEventListener(name, handle, { signal, passive: false });
    hear("pointerdown", (event) => this.down(event));
    hear("pointermove", (event) => this.moved(event));
    hear("pointerup", (event) => this.up(event, false));
    hear("pointercancel", (event) => this.up(event, true));
    hear("pointerleave", (event) => {
      if (event.pointerType !== "touch" && this.pointers.size === 0) on.point(null, null);
    });
    hear("dblclick", (event) => on.reset(this.placeOf(event)));
    hear("touchstart", (event) => {
      const [touch] = event.touches;
      if (touch && event.touches.length === 1 && on.wouldTake(this.placeOf(touch)))
        event.preventDefault();
    });
    hear("touchmove", (event) => {
      if (this.isTaken || this.isPointing) event.preventDefault();
    });
    hear("contextmenu", (event) => {
      // Holding a finger still would else open a menu.
      if (this.isPointing) event.preventDefault();
    });
  }

  remove(): void {
    this.stop.abort();
    clearTimeout(this.hold);
    cancelAnimationFrame(this.fling);
  }

  private placeOf({ clientX, clientY }: { clientX: number; clientY: number }): Place {
    const { left, top } = this.container.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }

  private down(event: PointerEvent): void {
    if (event.button !== 0) return;
    cancelAnimationFrame(this.fling);
    clearTimeout(this.hold);
    const place = this.placeOf(event);
    this.pointers.set(event.pointerId, place);
    this.container.setPointerCapture(event.pointerId);
    if (this.isPointing) {
      this.isPointing = false;
      this.on.point(null, null);
    }
    this.speed = { pxPerMs: 0, at: event.timeStamp };
    this.start = place;
    if (this.pointers.size === 1 && this.on.take(place, event.pointerType)) {
      this.isTaken = true;
      return;
    }
    if (event.pointerType !== "touch" || this.pointers.size > 1) return;
    this.hold = setTimeout(() => {
      this.isPointing = true;
      this.on.point(place, event);
    }, HOLD_MS);
  }

  private moved(event: PointerEvent): void {
    const before = this.pointers.get(event.pointerId);
    const place = this.placeOf(event);
    if (!before) {
      if (event.pointerType !== "touch") this.on.point(place, event);
      return;
    }
    if (this.isTaken) {
      this.on.move(place);
      return;
    }
    if (Math.hypot(place.x - this.start.x, place.y - this.start.y) > SLOP_PX)
      clearTimeout(this.hold);
    if (this.isPointing) {
      this.on.point(place, event);
      return;
    }
    this.pointers.set(event.pointerId, place);
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const [was, is] = [Math.abs(before.x - other.x), Math.abs(place.x - other.x)];
      if (was > SLOP_PX && is > SLOP_PX) this.on.zoom(is / was, (place.x + other.x) / 2);
      return;
    }
    const px = place.x - before.x;
    const ms = Math.max(event.timeStamp - this.speed.at, 1);
    this.speed = { pxPerMs: 0.4 * this.speed.pxPerMs + 0.6 * (px / ms), at: event.timeStamp };
    this.on.pan(px);
    if (event.pointerType !== "touch") this.on.point(place, event);
  }

  private up(event: PointerEvent, isDropped: boolean): void {
    clearTimeout(this.hold);
    if (!this.pointers.delete(event.pointerId)) return;
    if (this.isTaken) {
      this.isTaken = false;
      this.on.release(isDropped);
      return;
    }
    const isFlung = event.pointerType === "touch" && !this.isPointing && !isDropped;
    const { pxPerMs, at } = this.speed;
    if (isFlung && this.pointers.size === 0 && event.timeStamp - at < REST_MS) this.glide(pxPerMs);
  }

  /** Goes on as a finger left it, ever slower; not for people who want less motion. */
  private glide(pxPerMs: number): void {
    if (Math.abs(pxPerMs) < MIN_FLING) return;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    let speed = pxPerMs;
    let last = performance.now();
    const step = (at: number) => {
      const ms = Math.max(at - last, 0);
      last = at;
      this.on.pan(speed * ms);
      speed *= FRICTION ** ms;
      if (Math.abs(speed) > STOPPED) this.fling = requestAnimationFrame(step);
    };
    this.fling = requestAnimationFrame(step);
  }
}
