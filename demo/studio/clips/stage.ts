import { type Canvas, createCanvas, type Image, loadImage, type SKRSContext2D } from "@napi-rs/canvas";
import { type Camera, cameraFor, type Framing } from "../presenters/camera.ts";
import { inFrame, takeApart } from "../presenters/compose.ts";
import type { Layer } from "../presenters/layer.ts";
import type { Pose } from "../presenters/pose.ts";
import type { Presenter } from "../presenters/presenter.ts";

/** A sheet as pixels: the smallest rectangle that holds what is drawn, and where that rectangle lies in the picture. */
type Cutout = { pixels: Canvas; x: number; y: number };
type Sheet = { layer: Layer; cutouts: readonly (Cutout | null)[] };

/** A presenter drawn once, ready to be posed many times. */
export type Stage = {
  /** Paints the presenter in `pose` over the whole canvas. */
  paint(context: SKRSContext2D, pose: Pose): void;
};

/** Draws SVG text of the framing's size. */
export async function rasterise(
  svg: string,
  { width, height }: { width: number; height: number },
): Promise<Canvas> {
  const image: Image = await loadImage(Buffer.from(withPlainColours(svg)));
  const canvas = createCanvas(width, height);
  canvas.getContext("2d").drawImage(image, 0, 0);
  return canvas;
}

type Box = { left: number; top: number; right: number; bottom: number };

/** The smallest box around every pixel that is not fully transparent. */
function inkBox(canvas: Canvas): Box | null {
  const { width, height } = canvas;
  const pixels = new Uint32Array(canvas.getContext("2d").getImageData(0, 0, width, height).data.buffer);
  const box = { left: width, top: height, right: -1, bottom: -1 };
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if ((pixels[y * width + x] ?? 0) >>> 24 === 0) continue;
      if (x < box.left) box.left = x;
      if (x > box.right) box.right = x;
      if (y < box.top) box.top = y;
      box.bottom = y;
    }
  return box.right < 0 ? null : box;
}

/** The transparent rim keeps edges smooth when a cut-out is turned. */
const rimLight = 1;

async function cutOut(drawing: string, framing: Framing): Promise<Cutout | null> {
  if (drawing === "") return null;
  const whole = await rasterise(inFrame(framing, drawing), framing);
  const box = inkBox(whole);
  if (!box) return null;
  const pixels = createCanvas(
    box.right - box.left + 1 + 2 * rimLight,
    box.bottom - box.top + 1 + 2 * rimLight,
  );
  pixels.getContext("2d").drawImage(whole, rimLight - box.left, rimLight - box.top);
  return { pixels, x: box.left - rimLight, y: box.top - rimLight };
}

function place(context: SKRSContext2D, { headX, headY, scale }: Camera, layer: Layer, pose: Pose): void {
  const {
    x = 0,
    y = 0,
    rotateDegrees = 0,
    scaleX = 1,
    scaleY = 1,
    pivot = [0, 0],
    opacity = 1,
  } = layer.place(pose);
  const [pivotX, pivotY] = pivot;
  context.setTransform(scale, 0, 0, scale, headX, headY);
  context.translate(x + pivotX, y + pivotY);
  context.rotate((rotateDegrees * Math.PI) / 180);
  context.scale(scaleX, scaleY);
  context.translate(-pivotX, -pivotY);
  context.scale(1 / scale, 1 / scale);
  context.translate(-headX, -headY);
  context.globalAlpha = Math.min(1, Math.max(0, opacity));
}

function paintSheet(context: SKRSContext2D, camera: Camera, sheet: Sheet, pose: Pose): void {
  const cutout = sheet.cutouts[sheet.layer.show(pose)];
  if (!cutout) return;
  place(context, camera, sheet.layer, pose);
  if (context.globalAlpha > 0.004) context.drawImage(cutout.pixels, cutout.x, cutout.y);
}

/** Draws all sheets of a presenter once; painting a pose afterwards only moves pixels. */
export async function buildStage(presenter: Presenter, framing: Framing): Promise<Stage> {
  const picture = takeApart(presenter, framing);
  const camera = cameraFor(framing);
  const backdrop = await rasterise(picture.backdrop, framing);
  const light = await rasterise(picture.light, framing);
  const sheets: Sheet[] = [];
  for (const layer of picture.layers) {
    const cutouts: (Cutout | null)[] = [];
    for (const drawing of layer.drawings) cutouts.push(await cutOut(drawing, framing));
    sheets.push({ layer, cutouts });
  }
  return {
    paint(context, pose) {
      context.resetTransform();
      context.globalAlpha = 1;
      context.drawImage(backdrop, 0, 0);
      for (const sheet of sheets) paintSheet(context, camera, sheet, pose);
      context.resetTransform();
      context.globalAlpha = 1;
      context.drawImage(light, 0, 0);
    },
  };
}

/** Attributes that hold a colour, each with the one that holds its opacity. */
const opacityOf = { fill: "fill-opacity", stroke: "stroke-opacity", "stop-color": "stop-opacity" } as const;

const translucent = /\b(fill|stroke|stop-color)="#([0-9a-f]{3}|[0-9a-f]{6})([0-9a-f]{1,2})"/gi;

/**
 * Writes colours with an alpha (`#RGBA`, `#RRGGBBAA`; CSS Color 4) as a colour and an opacity (SVG 1.1), because the
 * canvas's SVG reader takes what it does not know for black. An opacity that is there already is multiplied.
 */
export function withPlainColours(svg: string): string {
  return svg.replaceAll(/<[^>]+>/g, (tag) => plainTag(tag));
}

function plainTag(tag: string): string {
  let plain = tag;
  for (const [whole, name = "fill", colour = "", alpha = ""] of tag.matchAll(translucent)) {
    // Three digits go with one of alpha, six with two: anything else is an ordinary colour.
    if (colour.length !== alpha.length * 3) continue;
    const opacity = Number.parseInt(alpha, 16) / (alpha.length === 1 ? 15 : 255);
    const attribute = opacityOf[name.toLowerCase() as keyof typeof opacityOf];
    const present = new RegExp(` ${attribute}="([\\d.]+)"`).exec(plain);
    const product = opacity * Number(present?.[1] ?? 1);
    if (present) plain = plain.replace(present[0], "");
    plain = plain.replace(whole, `${name}="#${colour}" ${attribute}="${product.toFixed(3)}"`);
  }
  return plain;
}
