import type { Pose } from "./pose.ts";
import { round } from "./svg.ts";

/** How a layer is moved for one pose. All fields have a neutral default. */
export type Placement = {
  x?: number;
  y?: number;
  rotateDegrees?: number;
  scaleX?: number;
  scaleY?: number;
  /** The point that turning and scaling leave in place. */
  pivot?: readonly [x: number, y: number];
  opacity?: number;
};

/**
 * One sheet of a picture. A still prints all sheets into one SVG; a moving scene draws each sheet once
 * and only moves the bitmaps, which is what makes two dozen scenes affordable.
 */
export type Layer = {
  /** SVG text in local space, one for each state of this sheet (an open and a closed eye, say). */
  drawings: readonly string[];
  /** The index of the drawing that a pose shows; −1 shows none. */
  show(pose: Pose): number;
  place(pose: Pose): Placement;
};

/** A sheet with one drawing that stays where it is unless `place` moves it. */
export function sheet(drawing: string, place: Layer["place"] = () => ({})): Layer {
  return { drawings: [drawing], show: () => 0, place };
}

/** The SVG transform of a placement. */
export function transformOf(placement: Placement): string {
  const { x = 0, y = 0, rotateDegrees = 0, scaleX = 1, scaleY = 1, pivot = [0, 0] } = placement;
  const [pivotX, pivotY] = pivot;
  return `translate(${round(x + pivotX)} ${round(y + pivotY)}) rotate(${round(rotateDegrees)}) scale(${scaleX} ${scaleY}) translate(${-pivotX} ${-pivotY})`;
}

/** Prints a sheet as it looks in `pose`. */
export function printLayer(layer: Layer, pose: Pose): string {
  const drawing = layer.drawings[layer.show(pose)];
  if (!drawing) return "";
  const placement = layer.place(pose);
  const opacity = placement.opacity === undefined ? "" : ` opacity="${round(placement.opacity)}"`;
  return `<g transform="${transformOf(placement)}"${opacity}>${drawing}</g>`;
}
