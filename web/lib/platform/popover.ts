/**
 * Whether a popover (HTML Standard, section 6.12) is open. Chrome before 114, Firefox before 125 and Safari before 17 know
 * none: there they are hidden by a style sheet, and even the selector throws. Browser only.
 */
export function isPopoverOpen(id: string): boolean {
  try {
    return document.getElementById(id)?.matches(":popover-open") ?? false;
  } catch {
    return false;
  }
}

/** Closes a popover, where there is one. Browser only. */
export const closePopover = (id: string): void => document.getElementById(id)?.hidePopover?.();
