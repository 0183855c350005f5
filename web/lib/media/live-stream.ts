/** A live picture with its sound, for one video element. */
export type LiveStream = {
  /** Shows it in the element; the returned function lets go of the element, which keeps its last frame. */
  show(video: HTMLVideoElement): () => void;
};

/** The tracks of a connection, which the browser plays by itself. */
export function streamOfTracks(tracks: MediaStream): LiveStream {
  return {
    show(video) {
      video.removeAttribute("src");
      video.srcObject = tracks;
      return () => {};
    },
  };
}
