/** Names under which the browser keeps things. */
export const storageKeys = {
  language: "lang",
  /** Language of the page that was shown last, for the one that is shown without a connection. */
  shownLanguage: "shown_lang",
  /** Role of the person signed in, as the page last knew it. */
  role: "role",
  /** In the session storage: the page to return to after signing in. */
  savedRoute: "saved_route",
  /** In the session storage: a token from a social login, which becomes the session at the next load. */
  socialToken: "social_token",
  /** In the session storage: an identity shown at another site that has no account yet; see web/entities/account/social-sign-in.ts. */
  socialClaim: "social_claim",
  /** In the session storage: what a guest wanted of a model before signing in. */
  pendingAction: "pending",
  /** The filter of a chat's lines. */
  chatFilter: "chat_filter",
  /** How chats are read here: how fast news are spoken, and how large the text is. */
  chatReading: "chat_reading",
  /** Words that fold a message of a chat away. */
  mutedWords: "muted_words",
  /** Subscriptions whose reminder was dismissed. */
  dismissedSubscriptions: "dismissed_subscriptions",
  /** In the session storage: where the fan was when a bank's page took the place of ours. */
  paymentReturnPath: "payment_place",
  /** In the session storage: when this tab's visit began, for the reminder of time and spending. */
  visitBegan: "visit_began",
  /** The fan who gets notifications in this browser, and how; see web/entities/notification/push-here.ts. */
  push: "push_here",
  reloadedAt: "chunk_reloaded_at",
  /** The chosen size of live pictures. */
  quality: "picture_quality",
  gender: "gender",
} as const;

export const cookieNames = {
  token: "token",
  fanId: "fan_id",
  language: "lang",
  theme: "theme",
  /** Tabs of this browser have a neutral title and icon. */
  discreet: "discreet",
  /** Rooms fill the window of this browser, with picture and chat alone. */
  theatre: "theatre",
  /** The browser's owner has certified to be an adult. */
  adult: "adult",
  routeBack: "routeBack",
  /**
   * A guest's intent towards a model when they were led to sign in, as `like.14` or `watch.luna`; see saved-route.ts.
   */
  intent: "intent",
  /** The id of the model whose heart a guest pressed on a list, or before the page was hydrated. */
  likedAsGuest: "liked_as_guest",
  /** The person who invited this visitor. */
  referrer: "referrer",
  /** Set by the server after a confirmed email and after a new password, for the page to say so once. */
  emailConfirmed: "email_confirmed",
  resetPassword: "reset_password",
  /** The reminders of `storageKeys.dismissedSubscriptions` for the server, which draws the others. */
  dismissedSubscriptions: "dismissed_subscriptions",
  /** There while no further confirmation mail may be asked for. */
  hideResend: "hide_resend",
  /** Set by the server when it ended a session, so that the page also clears what it keeps locally; see session/end-session.ts. */
  sessionEnded: "session_ended",
  /** The token of a sign-in link that awaits confirmation; no script reads it, only `/continue-as` gets it. */
  pendingToken: "handed_token",
  /** Set by the server when the token in an address was worth nothing, for the page to say so once. */
  loginLink: "login_link",
} as const;

/** The desktop layout applies from this width on; narrower pages have the drawer and the tab bar. */
export const desktopMinWidthPx = 992;

export const apiTimeoutMs = 20_000;
export const flagMs = 500;
export const menuCloseMs = 200;
export const searchDelayMinMs = 200;
export const reconnectResetMs = 1_000;
export const typingMs = 1_000;
export const toastMs = 3_000;
export const paymentToastMs = 5_000;
export const messageToastMs = 5_000;
export const progressThrottleMs = 200;
export const progressDurationMs = 5_000;
export const chunkReloadGuardMs = 60_000;
export const adultCookieSeconds = 365 * 24 * 3600;
export const preferenceCookieSeconds = 365 * 24 * 3600;
export const routeBackCookieSeconds = 3600;
export const referrerCookieSeconds = 30 * 24 * 3600;
export const noticeCookieSeconds = 24 * 3600;
/** Life of a session that came in an address or from a social login. */
export const urlSessionSeconds = 10_800;
export const hideResendCookieSeconds = 3_000;

/** The gender shown until the user chooses another. */
export const defaultGender = 1;
