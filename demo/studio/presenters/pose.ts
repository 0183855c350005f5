/** How one presenter holds themself at one instant. Angles in degrees, distances in local units. */
export type Pose = {
  /** Place in the loop, 0 ≤ phase < 1. Lights, steam and gestures follow it. */
  phase: number;
  headX: number;
  headY: number;
  headTilt: number;
  /** 0 breathed out … 1 breathed in. */
  breath: number;
  eyes: "open" | "half" | "closed" | "happy";
  mouth: "rest" | "talk" | "wide" | "round" | "smile";
  /** How far the brows are raised. */
  brows: number;
  /** Where the gesture is in its swing, −1…1. */
  swing: number;
  /** A second, slower swing, −1…1. */
  drift: number;
  /** 0 arms as the gesture has them … 1 free arms thrown up. */
  armsUp: number;
};

/** The pose of a still picture: looking at the viewer, resting. */
export const stillPose: Pose = {
  phase: 0.1,
  headX: 0,
  headY: 0,
  headTilt: 0,
  breath: 0.5,
  eyes: "open",
  mouth: "rest",
  brows: 0,
  swing: 0,
  drift: 0,
  armsUp: 0,
};
