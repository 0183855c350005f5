import { createStore } from "#web/lib/store.ts";

/** The open questions about the account; each has its modal, which is open exactly as long as the flag is set. */
export type AccountFlags = {
  /** Mail the confirmation link again. */
  resendEmail: boolean;
  /** Enter an email, or correct the one that waits to be confirmed. */
  confirmEmail: boolean;
  /** Complete a registration that another site began. */
  confirmRegistration: boolean;
};

/** The flags of this page. */
export const accountFlags = createStore<AccountFlags>({
  resendEmail: false,
  confirmEmail: false,
  confirmRegistration: false,
});
