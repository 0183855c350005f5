/** A part that has not come to life by then is not waited for: its press would surprise. */
const PATIENCE_MS = 10_000;

/**
 * Does a press on a button again whose part of the page was not alive yet, as soon as it is. React hydrates a part whose
 * code is there at once when it is pressed, and drops the press when the code is still on its way. Browser only.
 */
export function keepLatePresses(): void {
  addEventListener("click", ({ target }) => void keep(target), { capture: true });
}

async function keep(target: EventTarget | null): Promise<void> {
  const button = target instanceof Element ? target.closest<HTMLElement>("button[type=button]") : null;
  if (!button || isAlive(button)) return;
  const until = performance.now() + PATIENCE_MS;
  // After this event has been dealt with: a part that is alive by then has heard it itself.
  await nextFrame();
  if (isAlive(button)) return;
  while (button.isConnected && performance.now() < until) {
    await nextFrame();
    if (isAlive(button)) return button.click();
  }
}

/** React ties the props of an element to it when it hydrates it, and has no other way to tell. */
const isAlive = (element: Element) => Object.keys(element).some((key) => key.startsWith("__reactProps$"));

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
