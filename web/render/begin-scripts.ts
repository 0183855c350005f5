/** What `beginScripts` has to start. */
export type LateScripts = {
  /** Addresses of the modules that the page is made alive by. */
  modules: readonly string[];
  /** The text of the module that begins it. */
  main: string;
  /** Pictures are waited for at most this long, in milliseconds. */
  patienceMs: number;
};

/** A press on a button that came before the page was alive; pressed again by `web/entry.client.tsx`. */
export type EarlyPress = { take(): HTMLElement | null };

declare global {
  interface Window {
    earlyPress?: EarlyPress;
  }
}

/**
 * Makes a page alive once its first pictures are painted, or when somebody touches it, whichever comes first. Runs in
 * the browser as an inline script, written into the document by its source text: it can use nothing from outside.
 */
export function beginScripts({ modules, main, patienceMs }: LateScripts): void {
  const nonce = document.currentScript?.nonce ?? "";
  const touches = ["pointermove", "pointerdown", "keydown"];
  let begun = false;
  function begin() {
    if (begun) return;
    begun = true;
    for (const touch of touches) removeEventListener(touch, begin, true);
    for (const href of modules)
      document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
    const script = Object.assign(document.createElement("script"), { type: "module", text: main, nonce });
    document.head.append(script);
    script.remove();
  }
  for (const touch of touches) addEventListener(touch, begin, true);
  setTimeout(begin, patienceMs);
  const first = [...document.images].filter((image) => image.fetchPriority === "high");
  void Promise.allSettled(first.map((image) => image.decode())).then(() =>
    whenPainted(() => setTimeout(begin)),
  );

  /** The browser itself tells of the paint, if it can; if not, a decoded picture is likely painted two frames later. */
  function whenPainted(then: () => void) {
    const paint = "largest-contentful-paint";
    if (first.length === 0 || !PerformanceObserver.supportedEntryTypes.includes(paint))
      return void requestAnimationFrame(() => requestAnimationFrame(then));
    const observer = new PerformanceObserver((list) => {
      const entries = list.getEntries() as (PerformanceEntry & { element?: Element | null })[];
      if (!entries.some(({ element }) => element?.tagName === "IMG")) return;
      observer.disconnect();
      then();
    });
    observer.observe({ type: paint, buffered: true });
  }

  let pressed: HTMLElement | null = null;
  const remember = ({ target }: Event) => {
    if (target instanceof Element) pressed = target.closest<HTMLElement>("button[type=button]");
  };
  addEventListener("click", remember, true);
  window.earlyPress = {
    take() {
      removeEventListener("click", remember, true);
      return pressed?.isConnected ? pressed : null;
    },
  };
}
