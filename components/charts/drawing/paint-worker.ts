/** Draws a chart beside the page, which stays free for whoever uses it. */
import { writeNumbersIn } from "@/lib/platform/ui/reader-locale";
import { paintOn } from "./paint";
import { type Change, changed, type Picture } from "./picture";

/** The first message brings the canvas and its first picture, each later one what changes of it. */
export type PaintMessage =
  | { canvas: OffscreenCanvas; picture: Picture; fontUrl: string | null }
  | { changes: Change[] };

let canvas: OffscreenCanvas | null = null;
let picture: Picture | null = null;
let isWaiting = false;

function draw(): void {
  isWaiting = false;
  if (canvas && picture) paintOn(canvas, picture);
}

function drawSoon(): void {
  if (isWaiting) return;
  isWaiting = true;
  requestAnimationFrame(draw);
}

/** What the page's font is called here. Under its own name a canvas would go on with what it found at first. */
const FONT = "page";

/** A worker has no fonts of the page. Without this one the system's is drawn. */
async function loadFont(url: string): Promise<void> {
  const face = new FontFace(FONT, `url(${JSON.stringify(url)})`, { weight: "100 900" });
  (self as unknown as { fonts: FontFaceSet }).fonts.add(await face.load());
  if (picture) picture = { ...picture, fontFamily: `${FONT}, ${picture.fontFamily}` };
  drawSoon();
}

self.onmessage = ({ data }: MessageEvent<PaintMessage>) => {
  if ("canvas" in data) {
    canvas = data.canvas;
    picture = data.picture;
    writeNumbersIn(picture.locale);
    if (data.fontUrl) void loadFont(data.fontUrl).catch(() => undefined);
  } else if (picture) picture = data.changes.reduce(changed, picture);
  drawSoon();
};
