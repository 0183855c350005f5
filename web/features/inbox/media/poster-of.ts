const sideMaxPx = 960;
const patienceMs = 8_000;
/** Into the video, where a first black frame is over. */
const atSeconds = 1;

/** A still picture of a video, drawn by this browser; null when it cannot draw it. Browser only. */
export async function posterOf(file: File): Promise<Blob | null> {
  const video = document.createElement("video");
  const address = URL.createObjectURL(file);
  try {
    video.muted = true;
    video.preload = "auto";
    video.src = address;
    await happened(video, "loadeddata");
    video.currentTime = Math.min(atSeconds, (video.duration || 0) / 2);
    await happened(video, "seeked");
    return await drawn(video);
  } catch {
    return null;
  } finally {
    video.removeAttribute("src");
    URL.revokeObjectURL(address);
  }
}

function happened(video: HTMLVideoElement, name: "loadeddata" | "seeked"): Promise<void> {
  return new Promise((resolve, reject) => {
    const tooLate = setTimeout(() => reject(new Error(`no ${name}`)), patienceMs);
    const end = (then: () => void) => () => {
      clearTimeout(tooLate);
      then();
    };
    video.addEventListener(name, end(resolve), { once: true });
    video.addEventListener(
      "error",
      end(() => reject(new Error("unreadable"))),
      { once: true },
    );
  });
}

function drawn(video: HTMLVideoElement): Promise<Blob | null> {
  const { videoWidth, videoHeight } = video;
  const scale = Math.min(1, sideMaxPx / Math.max(videoWidth, videoHeight, 1));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(videoWidth * scale);
  canvas.height = Math.round(videoHeight * scale);
  canvas.getContext("2d")?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.82));
}
