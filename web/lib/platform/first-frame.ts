/**
 * Calls back at the next frame that a video shows; the returned function gives the wait up. Firefox before 132 has no
 * `requestVideoFrameCallback`: there the first moment counts at which the picture's size is known and its time moves on.
 */
export function onNextFrame(video: HTMLVideoElement, onFrame: () => void): () => void {
  if (typeof video.requestVideoFrameCallback === "function") {
    const wait = video.requestVideoFrameCallback(onFrame);
    return () => video.cancelVideoFrameCallback(wait);
  }
  const stop = new AbortController();
  const check = () => {
    if (!video.videoWidth) return;
    stop.abort();
    onFrame();
  };
  video.addEventListener("timeupdate", check, { signal: stop.signal });
  return () => stop.abort();
}
