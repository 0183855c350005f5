/**
 * Addresses that take plain forms, by the action of their route: what works before a page's JavaScript has come, and
 * without it. Every other page refuses POST.
 */
export const FORM_PATHS = [
  "/login",
  "/logout",
  "/register",
  "/lost-password",
  "/preferences",
  "/favorite",
] as const;
