/**
 * The routes outside of the contract, each with who may use it. A route that stands neither in the contract nor here
 * fails the roles test.
 */
export const otherRoutes: Readonly<Record<string, string>> = {
  // Pages of the documentation and health: no person's data.
  "GET /api/openapi.json": "everybody",
  "GET /api/docs": "everybody",
  "GET /api/docs/static/index.html": "everybody",
  "GET /api/docs/static/swagger-initializer.js": "everybody",
  "GET /api/docs/static/*": "everybody",
  "GET /api/docs/json": "everybody",
  "GET /api/docs/yaml": "everybody",
  "GET /robots.txt": "everybody",
  "GET /sitemap.xml": "everybody",
  "GET /.well-known/security.txt": "everybody",
  "GET /healthz": "everybody",
  "GET /readyz": "everybody; which part does not answer is for operators",
  // By METRICS_TOKEN, or from the machine itself without a proxy in between.
  "GET /metrics": "operators",
  // Files under names that nobody guesses.
  "GET /files/*": "anybody who knows the name",
  // Files for some people only.
  "GET /private-files/*": "the holder of a signed link, while it lives",
  // Files of chats, by the token in the header `access-token`; pages of ours ask beforehand whether they may.
  "POST /chat/:chat_id/message": "the two people of the chat",
  "OPTIONS /chat/:chat_id/message": "everybody",
  // Large files ahead of their forms: an upload is there for its owner alone.
  "OPTIONS /api/uploads": "everybody: what the protocol offers",
  "POST /api/uploads": "fans and models",
  "PATCH /api/uploads/:id": "the owner of the upload",
  "DELETE /api/uploads/:id": "the owner of the upload",
  // Mails of the demo; absent with DEMO=0.
  "GET /dev/outbox.json": "everybody, in the demo only",
  "GET /dev/outbox": "everybody, in the demo only",
  "GET /dev/outbox/:id": "everybody, in the demo only",
  // Where X sends people back to: opens something only in the browser that began there.
  "GET /auth/twitter/callback": "everybody",
  // Signing in by the older form, by its own csrf token.
  "GET /auth/login-form": "everybody",
  "POST /auth/login-form": "everybody, with the token of the page and its cookie",
  // Gateways, by the signature over the body.
  "POST /service/payments/callback/:gateway": "the gateway",
  // Where a payer's bank confirms a sale, by the secret in the address.
  "GET /service/payments/confirm/:gateway/:id": "who holds the address",
  "POST /service/payments/confirm/:gateway/:id": "who holds the address",
  // By an address that nobody guesses, the provider's own IP addresses and the seal of each membership.
  "POST /service/subscriptions/notice/:gateway": "the provider of subscriptions",
  // The unsubscribe link of an email, by its signature.
  "POST /stop-notices/:code": "anyone with the email",
  // Media: the stream key publishes, a playback token plays, the bearer who opened a session ends it.
  // Frames over HTTPS, at `/frames/:slug`, are a WebSocket and no route: a playback token in its first message opens it.
  "POST /whip/:slug": "the holder of the room's stream key",
  "DELETE /whip/:slug/:sessionId": "who opened the session",
  "PATCH /whip/:slug/:sessionId": "who opened the session",
  "POST /whep/:slug": "the holder of a playback token of the room and its mode",
  "DELETE /whep/:slug/:sessionId": "who opened the session",
  "PATCH /whep/:slug/:sessionId": "who opened the session",
  "POST /whep/:slug/:sessionId/layer": "who opened the session",
};

/** Methods that media paths answer with 204 or 405 no matter who asks. */
export const mediaMethods = /^(OPTIONS|GET|PUT|PATCH|DELETE|POST) \/wh[ie]p\//;

/**
 * Routes that are mounted with the pages only. The question of age sets a cookie that opens nothing; the other one
 * changes a session only with the token that a link left in this very browser.
 */
export const pageRoutes: Readonly<Record<string, string>> = {
  "POST /login": "guests",
  "POST /register": "guests",
  "POST /lost-password": "guests, and anybody who has the token of an email",
  "POST /confirm-email": "anybody who has the token of an email",
  "POST /contact": "everybody",
  "POST /content-removal": "everybody",
  "POST /preferences": "everybody, for their own browser",
  "POST /favorite": "the fan of the session; a guest is led to sign in",
  // For when there is no connection: the same for everybody.
  "GET /sw.js": "everybody",
  "GET /offline.html": "everybody",
  "POST /continue-as": "everybody, with the token of a link in a cookie",
};
