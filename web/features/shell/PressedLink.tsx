import { useEffect, useRef } from "react";
import { useNavigation } from "react-router";

/** Marks the link that was pressed until its page is there, so that a press is answered on any line: `a[data-pressed]`. */
export function PressedLink() {
  const pressed = useRef<Element>(null);
  const next = useNavigation().location;
  useEffect(() => {
    const stop = new AbortController();
    const press = ({ target }: Event) => {
      pressed.current = target instanceof Element ? target.closest("a[href]") : null;
    };
    addEventListener("click", press, { capture: true, signal: stop.signal });
    return () => stop.abort();
  }, []);
  useEffect(() => {
    const link = pressed.current;
    if (!next || !link) return;
    link.setAttribute("data-pressed", "");
    return () => link.removeAttribute("data-pressed");
  }, [next]);
  return null;
}
