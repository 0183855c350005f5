import { useEffect, useRef } from "react";
import { useNavigation } from "react-router";

/** By then the move to its page has begun, or the press led nowhere. */
const MOVE_BEGINS_WITHIN_MS = 500;

/** Marks the link that was pressed, at once and until its page is there, so that a press is answered on any line: `a[data-pressed]`. */
export function PressedLink() {
  const pressed = useRef<Element>(null);
  const release = useRef(() => {});
  const next = useNavigation().location;
  useEffect(() => {
    const press = ({ target }: Event) => {
      release.current();
      const link = target instanceof Element ? target.closest("a[href]") : null;
      pressed.current = link;
      if (!link) return;
      link.setAttribute("data-pressed", "");
      const timer = setTimeout(() => link.removeAttribute("data-pressed"), MOVE_BEGINS_WITHIN_MS);
      release.current = () => {
        clearTimeout(timer);
        link.removeAttribute("data-pressed");
      };
    };
    addEventListener("click", press, true);
    return () => {
      removeEventListener("click", press, true);
      release.current();
    };
  }, []);
  useEffect(() => {
    const link = pressed.current;
    if (!next || !link) return;
    release.current();
    link.setAttribute("data-pressed", "");
    return () => link.removeAttribute("data-pressed");
  }, [next]);
  return null;
}
