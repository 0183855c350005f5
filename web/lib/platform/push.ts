/** Why a browser cannot be notified: it does not know how, only as an installed app does it, its owner said no, or no address came. */
export type PushTrouble = "unsupported" | "install" | "blocked" | "dismissed" | "no_address";

/** A subscription as the API takes it. */
export type BrowserSubscription = { endpoint: string; keys: { p256dh: string; auth: string } };

/** A service worker that is about to begin has this long. */
const workerMsMax = 5_000;

/** Null where this browser may be asked. Browser only. */
export function pushTrouble(): Extract<PushTrouble, "unsupported" | "install" | "blocked"> | null {
  const known = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  // On iPhones and iPads pages can notify only from the home screen.
  if (!known) return "standalone" in navigator && navigator.standalone === false ? "install" : "unsupported";
  return Notification.permission === "denied" ? "blocked" : null;
}

/** The address at which this browser is notified now, if it may be and has one. Browser only. */
export async function endpointHere(): Promise<string | null> {
  if (pushTrouble() !== null || Notification.permission !== "granted") return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription())?.endpoint ?? null;
}

/**
 * Subscribes this browser to the messages of the server that has the key, asking its owner for permission where that
 * was not given: only after a press. Browser only.
 */
export async function subscribeHere(publicKey: string): Promise<BrowserSubscription | PushTrouble> {
  const trouble = pushTrouble();
  if (trouble) return trouble;
  const { permission: given } = Notification;
  const permission = given === "default" ? await Notification.requestPermission() : given;
  if (permission !== "granted") return permission === "denied" ? "blocked" : "dismissed";
  const registration = await workerSoon();
  if (!registration) return "unsupported";
  const { pushManager } = registration;
  const before = await pushManager.getSubscription();
  // One for another key would be refused; the server has a new key when its data folder was lost.
  if (before && ![null, publicKey].includes(keyOf(before))) await before.unsubscribe();
  try {
    const options = { userVisibleOnly: true, applicationServerKey: publicKey };
    const { endpoint, keys } = (await pushManager.subscribe(options)).toJSON();
    const { p256dh, auth } = keys ?? {};
    return endpoint && p256dh && auth ? { endpoint, keys: { p256dh, auth } } : "no_address";
  } catch {
    // The browser's push service does not answer, or it has none.
    return "no_address";
  }
}

function keyOf({ options }: PushSubscription): string | null {
  const key = options.applicationServerKey;
  if (!key) return null;
  const text = btoa(String.fromCharCode(...new Uint8Array(key)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function workerSoon(): Promise<ServiceWorkerRegistration | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), workerMsMax));
  return Promise.race([navigator.serviceWorker.ready, late]);
}
