import type { CSSProperties } from "react";
import type { ChatMedia } from "#contract/chat-message.ts";

const WIDTH_PX = 300;
const HEIGHT_MAX_PX = 360;
const UNKNOWN_SHAPE = { width: 4, height: 3 };

/** The box of a picture or video in a thread: its own shape, held open before it comes so that nothing moves. */
export function frameOf({ width, height }: Pick<ChatMedia, "width" | "height">): CSSProperties {
  const shape = width && height ? { width, height } : UNKNOWN_SHAPE;
  const tall = (WIDTH_PX * shape.height) / shape.width > HEIGHT_MAX_PX;
  const widthPx = tall ? Math.max(120, (HEIGHT_MAX_PX * shape.width) / shape.height) : WIDTH_PX;
  return {
    width: Math.round(widthPx),
    aspectRatio: `${shape.width} / ${shape.height}`,
    maxHeight: HEIGHT_MAX_PX,
  };
}
