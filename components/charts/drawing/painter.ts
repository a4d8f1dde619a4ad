/** Has a picture painted on a canvas: by a worker, or where there can be none by the page itself. */
import type { PaintMessage } from "./paint-worker";
import { type Change, changed, type Picture } from "./picture";

export interface Painter {
  change: (change: Change) => void;
  stop: () => void;
}

function newCanvas(container: HTMLElement): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.className = "block size-full";
  container.replaceChildren(canvas);
  return canvas;
}

/** Where the page's own font comes from; null where a style sheet can't be read, or names none. */
function fontUrl(fontFamily: string): string | null {
  const [name = ""] = fontFamily.replaceAll(/["']/g, "").split(",");
  for (const sheet of document.styleSheets) {
    try {
      for (const rule of sheet.cssRules) {
        if (!(rule instanceof CSSFontFaceRule)) continue;
        const isOurs = rule.style.getPropertyValue("font-family").replaceAll(/["']/g, "") === name;
        const source = /url\(["']?([^"')]+)/.exec(rule.style.getPropertyValue("src"))?.[1];
        if (isOurs && source) return new URL(source, sheet.href ?? location.href).href;
      }
    } catch {
      // A browser's extension may have put a style sheet here that we may not read.
    }
  }
  return null;
}

/** Paints on the page: slower, and it takes its time. */
function paintHere(container: HTMLElement, first: Picture): Painter {
  const canvas = newCanvas(container);
  let picture = first;
  let frame = 0;
  let paintOn: typeof import("./paint")["paintOn"] | null = null;
  const draw = () => {
    frame = 0;
    paintOn?.(canvas, picture);
  };
  const drawSoon = () => {
    frame ||= requestAnimationFrame(draw);
  };
  const load = () => {
    import("./paint").then(
      (file) => {
        paintOn = file.paintOn;
        drawSoon();
      },
      // Offline: asked for again once there is a network.
      () => window.addEventListener("online", load, { once: true }),
    );
  };
  load();
  return {
    change: (change) => {
      picture = changed(picture, change);
      drawSoon();
    },
    stop: () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("online", load);
    },
  };
}

/**
 * Paints a picture in a container.
 * @param latest the whole picture as it is now: asked for where a worker can't go on
 */
export function startPainter(container: HTMLElement, latest: () => Picture): Painter {
  const canvas = newCanvas(container);
  if (typeof Worker === "undefined" || !("transferControlToOffscreen" in canvas)) {
    return paintHere(container, latest());
  }
  let instead: Painter | null = null;
  const worker = new Worker(new URL("./paint-worker.ts", import.meta.url), { type: "module" });
  const send = (message: PaintMessage, transfer: Transferable[] = []) =>
    worker.postMessage(message, transfer);
  worker.onerror = () => {
    worker.terminate();
    instead ??= paintHere(container, latest());
  };
  // What changes at the same time goes together.
  let waiting: Change[] = [];
  const flush = () => {
    const changes = waiting;
    waiting = [];
    if (instead) for (const change of changes) instead.change(change);
    else send({ changes });
  };
  const picture = latest();
  const offscreen = canvas.transferControlToOffscreen();
  send({ canvas: offscreen, picture, fontUrl: fontUrl(picture.fontFamily) }, [offscreen]);
  return {
    change: (change) => {
      if (waiting.push(change) === 1) queueMicrotask(flush);
    },
    stop: () => {
      worker.terminate();
      instead?.stop();
    },
  };
}
