import {
  type ComponentType,
  type RefObject,
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { useNavigate } from "react-router";
import { useLocale } from "#web/lib/i18n/locale.ts";
import { loadCode } from "#web/lib/page/load-code.ts";
import { onFirstTouch } from "./first-touch.ts";
import { lazily } from "./later.tsx";
import { useAlive } from "./use-alive.ts";

/**
 * A part that changes by a press on it or with the page's language only: what the server has drawn of it stays in the
 * document as it is, without its code. Its links work; the first press on one of its buttons brings it to life and is
 * done then. Not for what shows live facts. Where the server has drawn nothing, it is loaded and drawn.
 */
export function asServed(load: () => Promise<ComponentType>): ComponentType {
  return typeof document === "undefined" ? onServer(load) : inBrowser(load);
}

function onServer(load: () => Promise<ComponentType>): ComponentType {
  const Loaded = lazily(load);
  return function Drawn() {
    return (
      <div className="contents">
        <Suspense>
          <Loaded />
        </Suspense>
      </div>
    );
  };
}

const AS_IT_IS = { __html: "" };

function inBrowser(load: () => Promise<ComponentType>): ComponentType {
  let loaded: ComponentType | null = null;
  return function Served() {
    const language = useLocale();
    const [drawnIn] = useState(useAlive() ? null : language);
    const [Part, setPart] = useState(() => (drawnIn === null ? loaded : null));
    const box = useRef<HTMLDivElement>(null);
    const wake = useEffectEvent(async () => {
      loaded = await loadCode(load);
      setPart(() => loaded);
    });
    useEffect(() => {
      if (language === drawnIn) return onFirstTouch(() => void load().catch(() => {}));
      void wake();
    }, [language, drawnIn]);
    usePresses(box, Part === null, wake);
    return Part === null ? (
      <div
        key="served"
        ref={box}
        className="contents"
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: leaves what the server has drawn; nothing is put in
        dangerouslySetInnerHTML={AS_IT_IS}
      />
    ) : (
      <div key="alive" ref={box} className="contents">
        <Part />
      </div>
    );
  };
}

/** Follows links while the part is as it was served; wakes it for a press on a button, which is done again then. */
function usePresses(box: RefObject<HTMLElement | null>, served: boolean, wake: () => Promise<void>): void {
  const navigate = useNavigate();
  const pressed = useRef<number | undefined>(undefined);
  const press = useEffectEvent((event: MouseEvent) => {
    const button = (event.target as Element).closest("button");
    const path = pathOfLink(event);
    if (button) {
      pressed.current = buttonsIn(box).indexOf(button);
      void wake();
    } else if (path !== null) {
      event.preventDefault();
      void navigate(path);
    }
  });
  useEffect(() => {
    const place = box.current;
    if (served) {
      const hear = (event: MouseEvent) => press(event);
      place?.addEventListener("click", hear);
      return () => place?.removeEventListener("click", hear);
    }
    const button = pressed.current === undefined ? undefined : buttonsIn(box)[pressed.current];
    pressed.current = undefined;
    button?.focus();
    button?.click();
  }, [box, served]);
}

function buttonsIn(box: RefObject<HTMLElement | null>): HTMLButtonElement[] {
  return [...(box.current?.querySelectorAll("button") ?? [])];
}

/** Where a plain click on a link of this site leads; null for all else, which the browser does itself. */
function pathOfLink(event: MouseEvent): string | null {
  const link = (event.target as Element).closest("a");
  const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (!link || !plain || link.target !== "" || link.origin !== location.origin) return null;
  return link.pathname + link.search + link.hash;
}
