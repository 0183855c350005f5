type Pressed = Pick<globalThis.KeyboardEvent, "key" | "shiftKey" | "isComposing" | "keyCode">;

/**
 * Whether a key belongs to an input method (Japanese, Chinese, Korean …), whose Enter confirms what is being written. Safari
 * reports that Enter after the composition has ended, with the key code 229 alone (UI Events, section 7.3.1).
 */
export const isOfInputMethod = ({
  isComposing,
  keyCode,
}: Pick<Pressed, "isComposing" | "keyCode">): boolean => isComposing || keyCode === 229;

/** Whether a key that is pressed in a field of several lines sends what was written. */
export const isSendingEnter = (event: Pressed): boolean =>
  event.key === "Enter" && !event.shiftKey && !isOfInputMethod(event);
