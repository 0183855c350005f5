import { isPopoverOpen } from "#web/lib/platform/popover.ts";

/** The menu that the browser opens and closes by itself. */
export const earlyMenuId = "menu";

/** Whether somebody has opened it. Browser only. */
export const isEarlyMenuOpen = () => isPopoverOpen(earlyMenuId);
