/** Whether this page may notify its owner outside of its tab; `ask`: after a press. Browser only. */
export function noticePermission(): "unsupported" | "ask" | "granted" | "blocked" {
  if (!("Notification" in window)) return "unsupported";
  const { permission } = Notification;
  if (permission === "default") return "ask";
  return permission === "granted" ? "granted" : "blocked";
}

/** Asks the browser's owner; only after a press. Browser only. */
export async function askForNotices(): Promise<boolean> {
  return noticePermission() !== "unsupported" && (await Notification.requestPermission()) === "granted";
}

export type PageNotice = {
  title: string;
  body: string;
  /** A later notice with the same tag takes the place of the earlier. */
  tag: string;
  /** The page that a press on it opens. */
  path: string;
};

/**
 * Shows a notice of the system, where that is allowed. By the service worker where there is one: phones know no other
 * way. Browser only.
 */
export async function showPageNotice({ title, body, tag, path }: PageNotice): Promise<void> {
  if (noticePermission() !== "granted") return;
  const options = { body, tag, data: path, renotify: true, requireInteraction: true };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker?.active) return worker.showNotification(title, options);
  const notice = new Notification(title, { body, tag });
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
}

/** Takes away the notices with this tag. Browser only. */
export async function closePageNotices(tag: string): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration();
  for (const notice of (await worker?.getNotifications({ tag })) ?? []) notice.close();
}
