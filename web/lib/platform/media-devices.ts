/** Cameras and microphones of this browser; null where it offers none, as on pages without TLS, and on the server. */
export const mediaDevices = (): MediaDevices | null =>
  typeof navigator === "undefined" ? null : (navigator.mediaDevices ?? null);
