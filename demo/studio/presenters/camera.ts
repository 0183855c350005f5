/** Where the local space of a presenter lands in a picture: the head's centre in pixels, and pixels per local unit. */
export type Camera = { headX: number; headY: number; scale: number };

export type Framing = {
  width: number;
  height: number;
  /** Enlarges the person about the head; 1.8 gives an avatar. */
  zoom?: number;
  /** Height of the head's centre in pixels, when it is not the framing's own. */
  headY?: number;
};

/** Frames a presenter so that the head keeps clear of the text laid over cards, stages and wide pictures. */
export function cameraFor({ width, height, zoom = 1, headY }: Framing): Camera {
  const shape = height / width;
  const isWide = shape < 0.8;
  const isTall = shape > 1.5;
  const scale = isWide ? height / 430 : isTall ? width / 452 : width / 468;
  const headShare = isWide ? 0.42 : isTall ? 0.33 : 0.375;
  return { headX: width / 2, headY: headY ?? height * headShare, scale: scale * zoom };
}

/** Whether a picture is so tall that a desk must fill its lower edge. */
export const showsLowerEdge = ({ width, height }: Framing): boolean => height / width > 1.5;
