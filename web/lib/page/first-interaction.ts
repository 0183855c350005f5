const interactions = ["pointermove", "pointerdown", "keydown"] as const;

/** Calls `then` at the first interaction with the page; what it returns stops waiting for it. Browser only. */
export function onFirstInteraction(then: () => void): () => void {
  const stop = new AbortController();
  const interacted = () => {
    stop.abort();
    then();
  };
  for (const name of interactions) addEventListener(name, interacted, { capture: true, signal: stop.signal });
  return () => stop.abort();
}
