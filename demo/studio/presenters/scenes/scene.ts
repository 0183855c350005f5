import type { GestureName } from "../gestures/gesture.ts";
import type { Layer } from "../layer.ts";
import type { Brush } from "../props/brush.ts";

/** A room and its light. */
export type Scene = {
  wall: readonly [top: string, bottom: string];
  /** The colour of the main light, and of the edge it draws on the presenter. */
  keyLight: string;
  rimLight: string;
  accent: string;
  gesture: GestureName;
  headphones: boolean;
  /** The part of the room behind the presenter; it is drawn slightly out of focus. */
  back: string;
  /** Lights and other things that live behind the presenter. */
  backLife: readonly Layer[];
  /** Table, counter or desk before the presenter; empty when there is none. */
  front: string;
  frontLife: readonly Layer[];
};

export type SceneBuilder = (brush: Brush) => Scene;

/** The colouring that a brush's variant stands for. */
export const coloured = <Colouring>(
  { variant }: Brush,
  colourings: readonly [Colouring, Colouring, Colouring],
): Colouring => colourings[variant];
