/** Brings a message of the open chat before the reader's eyes. */
export function showMessage(id: number): void {
  // The messages that were loaded for it are drawn first.
  requestAnimationFrame(() => {
    const shown = document.getElementById(`message-${id}`);
    shown?.scrollIntoView({ block: "center" });
    shown?.focus({ preventScroll: true });
  });
}
