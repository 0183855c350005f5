/** The menu that the browser opens and closes by itself. */
export const EARLY_MENU_ID = "menu";

/** Whether somebody has opened it. Browser only. */
export const isEarlyMenuOpen = () => document.querySelector("#menu:popover-open") !== null;
