const TOUCHES = ["pointermove", "pointerdown", "keydown"] as const;

/** Calls `then` once, when somebody first touches the page; the answer gives the waiting up. Browser only. */
export function onFirstTouch(then: () => void): () => void {
  const end = new AbortController();
  const touched = () => {
    end.abort();
    then();
  };
  for (const touch of TOUCHES) addEventListener(touch, touched, { capture: true, signal: end.signal });
  return () => end.abort();
}
