/** Draws a chart beside the page, which stays free for whoever uses it. */
import { writeNumbersIn } from "@/lib/platform/ui/reader-locale";
import { paint } from "./paint";
import { type Change, changed, type Picture } from "./picture";

/** The first message brings the canvas and its first picture, each later one what changes of it. */
export type PaintMessage =
  | { canvas: OffscreenCanvas; picture: Picture; fontUrl: string | null }
  | { change: Change };

let canvas: OffscreenCanvas | null = null;
let picture: Picture | null = null;
let isWaiting = false;

function draw(): void {
  isWaiting = false;
  if (!canvas || !picture) return;
  const { width, height, ratio } = picture.size;
  const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== across) canvas.width = across;
  if (canvas.height !== down) canvas.height = down;
  const context = canvas.getContext("2d", { alpha: false });
  if (context) paint(context, picture);
}

function drawSoon(): void {
  if (isWaiting) return;
  isWaiting = true;
  requestAnimationFrame(draw);
}

/** A worker has no fonts of the page. Without this one the system's is drawn. */
async function loadFont(family: string, url: string): Promise<void> {
  const [name = ""] = family.split(",");
  const face = new FontFace(name.replaceAll(/["']/g, ""), `url(${JSON.stringify(url)})`, {
    weight: "100 900",
  });
  (self as unknown as { fonts: FontFaceSet }).fonts.add(await face.load());
  drawSoon();
}

self.onmessage = ({ data }: MessageEvent<PaintMessage>) => {
  if ("canvas" in data) {
    canvas = data.canvas;
    picture = data.picture;
    writeNumbersIn(picture.locale);
    if (data.fontUrl) void loadFont(picture.fontFamily, data.fontUrl).catch(() => undefined);
  } else if (picture) picture = changed(picture, data.change);
  drawSoon();
};
