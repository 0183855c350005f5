import { useEffect, useEffectEvent, useState } from "react";

/** Shows the stream in the element and notices its first frame, and whether it is wider than high. */
export function usePicture(
  video: HTMLVideoElement | null,
  stream: MediaStream | null,
  onPicture: () => void,
) {
  const [shown, setShown] = useState<{ stream: MediaStream; landscape: boolean } | null>(null);
  const told = useEffectEvent(onPicture);
  useEffect(() => {
    if (!video || !stream) return;
    video.srcObject = stream;
    const onFrame = () => {
      setShown({ stream, landscape: video.videoWidth > video.videoHeight });
      told();
    };
    const wait = video.requestVideoFrameCallback(onFrame);
    const onResize = () =>
      setShown((now) => now && { ...now, landscape: video.videoWidth > video.videoHeight });
    video.addEventListener("resize", onResize);
    return () => {
      video.cancelVideoFrameCallback(wait);
      video.removeEventListener("resize", onResize);
    };
  }, [video, stream]);
  return { pictured: shown !== null && shown.stream === stream, landscape: shown?.landscape ?? false };
}
