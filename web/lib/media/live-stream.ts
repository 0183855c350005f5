/** A live picture with its sound, for one video element. */
export type LiveStream = {
  /** Shows it in the element; the returned function lets go of the element, which keeps its last frame. */
  show(video: HTMLVideoElement): () => void;
};

/** The tracks of a connection, which the browser plays by itself. */
export function streamOfTracks(tracks: MediaStream): LiveStream {
  return {
    show(video) {
      const waiting = new AbortController();
      whenItFlows(tracks, waiting.signal, () => {
        waiting.abort();
        video.removeAttribute("src");
        video.srcObject = tracks;
      });
      return () => waiting.abort();
    },
  };
}

/**
 * A page is not loaded for as long as one of its video elements waits for a first frame (HTML standard, "delaying the load
 * event"), which never comes where a network lets no media through. So while it loads, tracks wait outside for their
 * first packet, which unmutes them (WebRTC 1.0, 5.3).
 */
function whenItFlows(tracks: MediaStream, signal: AbortSignal, then: () => void): void {
  const all = tracks.getTracks();
  if (document.readyState === "complete" || all.some(({ muted }) => !muted)) return then();
  for (const track of all) track.addEventListener("unmute", then, { signal });
  window.addEventListener("load", then, { signal });
}
