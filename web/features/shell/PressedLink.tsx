import { startTransition, useEffect, useState } from "react";
import { useNavigation } from "react-router";

/** By then the move to its page has begun, or the press led nowhere. */
const moveBeginsWithinMs = 500;

/** Marks the link that was pressed, at once and until its page is there, so that a press is answered on any line: `a[data-pressed]`. */
export function PressedLink() {
  const { state } = useNavigation();
  const [asked, ask] = useState(0);
  useEffect(() => {
    if (state === "idle") release();
  }, [state, asked]);
  useEffect(() => {
    let timer = 0;
    const press = ({ target }: Event) => {
      release();
      clearTimeout(timer);
      // Asked behind the move itself, whose beginning a busy page may not have drawn by then.
      timer = window.setTimeout(() => startTransition(() => ask((times) => times + 1)), moveBeginsWithinMs);
      if (target instanceof Element) target.closest("a[href]")?.setAttribute("data-pressed", "");
    };
    addEventListener("click", press, true);
    return () => {
      removeEventListener("click", press, true);
      clearTimeout(timer);
    };
  }, []);
  return null;
}

const release = () => document.querySelector("[data-pressed]")?.removeAttribute("data-pressed");
