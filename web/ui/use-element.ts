import { type RefCallback, startTransition, useCallback, useState } from "react";

/**
 * An element of the page as state, with the `ref` that it is known by; null before. It is set by a rendering that presses
 * and scrolling may interrupt: set at once, a page that is being hydrated would render a second time in the same go.
 */
export function useElement<Of extends HTMLElement = HTMLElement>(): [Of | null, RefCallback<Of>] {
  const [element, setElement] = useState<Of | null>(null);
  const ref = useCallback((node: Of | null) => startTransition(() => setElement(node)), []);
  return [element, ref];
}
