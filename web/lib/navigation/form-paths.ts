/**
 * Addresses that take short plain forms, by the action of their route: what works before a page's JavaScript has come, and
 * without it. Every other page refuses POST.
 */
export const formPaths = [
  "/login",
  "/logout",
  "/register",
  "/lost-password",
  "/confirm-email",
  "/preferences",
  "/favorite",
] as const;

/** Paths of forms with long texts: a message of 5,000 characters is many bytes in a form. */
export const longFormPaths = ["/contact", "/content-removal"] as const;
