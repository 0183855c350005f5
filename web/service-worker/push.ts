/** A push message's content: a path of ours to open, and a tag under which a later one replaces it. */
export type ShownPush = { title: string; body: string; url: string; tag: string; lang: string };

/**
 * The notification that a decrypted message asks to show; null when it is none of ours. Its address stays on this site.
 */
export function readPush(text: string, origin: string): ShownPush | null {
  try {
    const { title, body, url, tag, lang } = JSON.parse(text) as Record<keyof ShownPush, unknown>;
    if (typeof title !== "string" || title === "" || typeof url !== "string") return null;
    const target = new URL(url, origin);
    const path = target.origin === origin ? target.pathname + target.search : "/notifications";
    return { title, body: textOr(body), url: path, tag: textOr(tag), lang: textOr(lang) };
  } catch {
    return null;
  }
}

const textOr = (value: unknown): string => (typeof value === "string" ? value : "");

type Page = { url: string; visibilityState: DocumentVisibilityState };

/** The open page that shows this address already; what else is open, such as a show that is paid for, is left alone. */
export function pageAt<P extends Pick<Page, "url">>(pages: readonly P[], address: URL): P | undefined {
  return pages.find(({ url }) => {
    const { origin, pathname } = new URL(url);
    return origin === address.origin && pathname === address.pathname;
  });
}

/** Whether somebody looks at this address now: they are not notified. */
export function isLookedAt(pages: readonly Page[], address: URL): boolean {
  const inSight = pages.filter(({ visibilityState }) => visibilityState === "visible");
  return pageAt(inSight, address) !== undefined;
}
