import { useEffect, useEffectEvent, useState } from "react";
import type { LiveStream } from "#web/lib/media/live-stream.ts";
import { onNextFrame } from "#web/lib/platform/first-frame.ts";

export type PictureSize = { width: number; height: number };

/** Shows the stream in the element and notices its first frame and its size, in pixels. */
export function usePicture(video: HTMLVideoElement | null, stream: LiveStream | null, onPicture: () => void) {
  const [shown, setShown] = useState<{ stream: LiveStream; size: PictureSize } | null>(null);
  const notify = useEffectEvent(onPicture);
  useEffect(() => {
    if (!video || !stream) return;
    const letGo = stream.show(video);
    const onFrame = () => {
      setShown({ stream, size: sizeOf(video) });
      notify();
    };
    const stopWaiting = onNextFrame(video, onFrame);
    const onResize = () => setShown((now) => now && { ...now, size: sizeOf(video) });
    video.addEventListener("resize", onResize);
    return () => {
      stopWaiting();
      letGo();
      video.removeEventListener("resize", onResize);
    };
  }, [video, stream]);
  const size = shown?.size ?? null;
  return {
    pictured: shown !== null && shown.stream === stream,
    size,
    landscape: size !== null && size.width > size.height,
  };
}

function sizeOf({ videoWidth, videoHeight }: HTMLVideoElement): PictureSize {
  return { width: videoWidth, height: videoHeight };
}
