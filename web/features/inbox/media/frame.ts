import type { CSSProperties } from "react";
import type { ChatMedia } from "#contract/chat-message.ts";

const frameWidthPx = 300;
const heightMaxPx = 360;
const unknownShape = { width: 4, height: 3 };

/** The box of a picture or video in a thread: its own shape, held open before it comes so that nothing moves. */
export function frameOf({ width, height }: Pick<ChatMedia, "width" | "height">): CSSProperties {
  const shape = width && height ? { width, height } : unknownShape;
  const tall = (frameWidthPx * shape.height) / shape.width > heightMaxPx;
  const widthPx = tall ? Math.max(120, (heightMaxPx * shape.width) / shape.height) : frameWidthPx;
  return {
    width: Math.round(widthPx),
    aspectRatio: `${shape.width} / ${shape.height}`,
    maxHeight: heightMaxPx,
  };
}
