import { type RefObject, useEffect, useState } from "react";

/** An inset lower than this is no keyboard, but the bar that stands in for one beside real keys. */
const keyboardMinPx = 120;

/**
 * Keeps on the element how much of the page an on-screen keyboard takes: `--keyboard` what it covers below, and
 * `--pushed-up` what some browsers then push out above, to show the field. Returns whether there is such a keyboard.
 */
export function useKeyboardInset(element: RefObject<HTMLElement | null>): boolean {
  const [isTyping, setTyping] = useState(false);
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const measure = () => {
      // A visitor who has zoomed in sees less of the page as well.
      const isZoomed = Math.abs(viewport.scale - 1) > 0.01;
      const taken = isZoomed ? 0 : Math.max(0, window.innerHeight - viewport.height);
      const pushedUp = Math.min(taken, Math.max(0, viewport.offsetTop));
      const style = element.current?.style;
      style?.setProperty("--keyboard", `${Math.round(taken - pushedUp)}px`);
      style?.setProperty("--pushed-up", `${Math.round(pushedUp)}px`);
      setTyping(taken > keyboardMinPx);
    };
    viewport.addEventListener("resize", measure);
    viewport.addEventListener("scroll", measure);
    return () => {
      viewport.removeEventListener("resize", measure);
      viewport.removeEventListener("scroll", measure);
    };
  }, [element]);
  // A sheet that has become lower scrolls inside, and may have taken the field along.
  useEffect(() => {
    if (isTyping) document.activeElement?.scrollIntoView({ block: "nearest" });
  }, [isTyping]);
  return isTyping;
}
