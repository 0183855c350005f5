/**
 * The frame that a film or a live picture shows now, as a JPEG no wider or higher than so many pixels; null when there is
 * none. Browser only.
 */
export async function captureFrame(video: HTMLVideoElement, sideMaxPixels: number): Promise<Blob | null> {
  const { videoWidth, videoHeight } = video;
  if (videoWidth === 0 || videoHeight === 0) return null;
  const scale = Math.min(1, sideMaxPixels / Math.max(videoWidth, videoHeight));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(videoWidth * scale);
  canvas.height = Math.round(videoHeight * scale);
  canvas.getContext("2d")?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.9));
}

/** The frame that a stream shows now; null when none comes within some seconds. */
export async function captureStream(
  stream: MediaStream,
  { sideMaxPixels, waitMs }: { sideMaxPixels: number; waitMs: number },
): Promise<Blob | null> {
  const video = document.createElement("video");
  Object.assign(video, { muted: true, playsInline: true, srcObject: stream });
  const tooLong = new Promise<null>((resolve) => setTimeout(() => resolve(null), waitMs));
  try {
    const frame = video.play().then(
      () => captureFrame(video, sideMaxPixels),
      () => null,
    );
    return await Promise.race([frame, tooLong]);
  } finally {
    video.srcObject = null;
  }
}
