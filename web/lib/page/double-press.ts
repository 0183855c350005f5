/** Presses within so long and so far of each other are one double press. */
const withinMs = 500;
const withinPx = 16;

let last = { at: Number.NEGATIVE_INFINITY, x: 0, y: 0, layer: null as Element | null };
let isSecond = false;

/**
 * Keeps the second half of a double press from what the first one brought under the pointer or took away from it: who
 * presses "Tip" twice must not send the tip whose dialog has just opened there. Layers are dialogs and what carries
 * `data-layer`. A press that comes from the keyboard is none of these, and what is typed between two presses makes them two.
 * Ends by `signal`. Browser only.
 */
export function guardDoublePresses(signal?: AbortSignal): void {
  for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"] as const)
    window.addEventListener(type, guard, { capture: true, signal });
  window.addEventListener("input", forget, { capture: true, signal });
}

function guard(event: MouseEvent): void {
  if (event.type === "pointerdown") isSecond = follows(event);
  if (!isSecond || (event.type === "click" && event.detail === 0)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

function forget(): void {
  last.at = Number.NEGATIVE_INFINITY;
}

/** Whether a press follows one at the same place that met another layer; of several in a row the first one counts. */
function follows({ target, timeStamp: at, clientX: x, clientY: y }: MouseEvent): boolean {
  const layer = target instanceof Element ? target.closest("[role=dialog],[data-layer]") : null;
  const isNear = at - last.at < withinMs && Math.hypot(x - last.x, y - last.y) < withinPx;
  const isOther = isNear && layer !== last.layer;
  last = { at, x, y, layer: isOther ? last.layer : layer };
  return isOther;
}
