/**
 * Copies a text. Pages without TLS have no clipboard of their own; there the browser copies what a field has selected.
 * Only after a press. @throws where neither can be done.
 */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement("textarea");
  field.value = text;
  field.style.position = "fixed";
  field.style.opacity = "0";
  // Within an open dialog, outside of which nothing can be selected.
  const place = document.activeElement?.closest("dialog, [role=dialog]") ?? document.body;
  const focused = document.activeElement;
  place.append(field);
  field.select();
  const isDone = document.execCommand?.("copy") ?? false;
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  if (!isDone) throw new Error("the browser copies nothing here");
}
