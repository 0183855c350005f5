import { randomUUID } from "node:crypto";
import { decodeJwt } from "jose";
import type { AppEndpoint } from "#contract/contract.ts";
import type { Person } from "#testing/app/test-app.ts";
import type { Cast } from "./cast.ts";
import { everybody, fansOnly, type Line, line, modelsOnly, signedIn, staffOnly } from "./line.ts";

const room = ({ model }: Cast) => ({ params: { slug: model.login } });
const notOnAir = 409;
const letter = () => ({
  client_id: randomUUID(),
  name: "Ana",
  email: "ana@example.test",
  message: "Please look at this.",
});
const noTicket = () => ({ params: { id: 999_999 }, body: { client_id: randomUUID(), text: "hello" } });
const noPayment = () => ({ params: { id: randomUUID() }, body: { reason: "a test" } });
const emailOf = ({ login }: Person) => `${login}@example.test`;
const emailOfNobody = () => `${randomUUID()}@example.test`;
const newPassword = { password: "correct horse", password_confirmation: "correct horse" };

/** A promo link that the model has made. */
async function promoOfModel({ house, model }: Cast) {
  const made = await house.app.modules.shows.makePromo({
    modelId: model.id,
    clientId: randomUUID(),
    email: emailOfNobody(),
    durationSeconds: 60,
  });
  if (!made.ok) throw new Error(made.refusal);
  return { params: { id: made.promo.id } };
}

/** The id of a further session of the fan. */
async function anotherSession({ house, fan }: Cast): Promise<string> {
  const { identity } = house.app.modules;
  const account = await identity.byId(house.db, fan.id);
  if (!account) throw new Error("the fan of the matrix is gone");
  return String(decodeJwt(await identity.issueToken(account)).jti);
}

/** A running subscription of the fan, to a model of its own. */
async function subscriptionOf({ house, fan }: Cast): Promise<{ id: number; model_id: number }> {
  const model = await house.model();
  await house.withTransaction((tx) =>
    house.app.modules.subscriptions.adopt(tx, {
      reference: randomUUID(),
      fanId: fan.id,
      modelId: model.id,
      priceCents: 999,
      gateway: "commercegate",
      offerId: "pack999",
      transactionId: randomUUID(),
      startedAt: new Date(),
      canceledAt: null,
      termsVersion: "test",
    }),
  );
  const { rows } = await house.app.modules.subscriptions.list(fan.id, 1);
  const mine = rows.find(({ model_id }) => model_id === model.id);
  if (!mine) throw new Error("the fan has no subscription");
  return mine;
}

/** The chat of the fan with the model. */
async function chatOf({ house, fan, model }: Cast): Promise<number> {
  const opened = await house.app.modules.messaging.open(fan.id, model.id);
  if (!opened.ok) throw new Error("the people of the matrix have no chat");
  return opened.chat.id;
}

const inChat = async (cast: Cast) => ({ params: { id: await chatOf(cast) } });

/** A fresh message in the chat of the fan with the model, by one of the two. */
async function messageBy(cast: Cast, side: "fan" | "model") {
  const party = { id: cast[side].id, side };
  const text = { chatId: await chatOf(cast), body: "hello", tempId: null };
  const sent = await cast.house.app.modules.messaging.sendText(party, text);
  if (!sent.ok) throw new Error("the people of the matrix cannot talk");
  return { params: { id: sent.message.id } };
}

/** The message of the model to many: one and the same, since a day has few. */
async function massMessage({ house, model }: Cast) {
  const clientId = `00000000-0000-4000-8000-${String(model.id).padStart(12, "0")}`;
  const order = { modelId: model.id, to: "favourites", body: "hello", clientId } as const;
  const sent = await house.app.modules.messaging.sendToMany(order);
  if (!sent.ok) throw new Error("the model of the matrix cannot write to many");
  return { params: { id: sent.mass.id } };
}

/**
 * Who gets what: one line for each endpoint of the contract, in the contract's order. Each names a thing of `fan` or
 * `model` where there is one, so that the statuses of the other people show that ownership is checked on the server.
 * A new endpoint gets a line here before anything else.
 */
export const matrix: Readonly<Record<AppEndpoint, Line>> = {
  // Accounts
  "POST /api/web_login": line(everybody(401), ({ fan }) => ({
    body: { login: fan.login, password: "not the password" },
  })),
  "POST /auth/register": line(everybody(422)),
  "POST /api/web_logout": line(signedIn(204), undefined, { spendsPeople: true }),
  "POST /auth/logout": line(signedIn(204), undefined, { spendsPeople: true }),
  "GET /api/service/login-uniqueness": line(everybody(200), () => ({ query: { login: "nobodyatall" } })),
  "GET /api/service/email-uniqueness": line(everybody(200), () => ({ query: { email: "no@body.test" } })),
  "GET /api/fan/profile": line(signedIn(200)),
  "POST /api/fan/set-language": line(signedIn(200), () => ({ body: { language: "es" } })),

  // X, which is not set up here: a claim that nobody has shown
  "GET /auth/twitter": line(everybody(503)),
  "POST /auth/twitter/register": line(everybody(409), () => ({
    body: { claim: "none", login: "nobodyatall", over_18: true, accept_terms: true, accept_privacy: true },
  })),
  "POST /auth/twitter/second-factor": line(everybody(409), () => ({
    body: { claim: "none", one_time_code: "123456" },
  })),
  "POST /api/fan/connect-twitter": line(signedIn(422), () => ({ body: { claim: "none" } })),
  // The password is not told: wrong ones are counted, and the lines below need theirs
  "POST /api/fan/disconnect-twitter": line(signedIn(422), () => ({ body: { current_password: "" } })),

  // Settings. A picture of nothing gets its owner past the guard and no further.
  "POST /api/fan/store-avatar/{fanId}": line({ ...signedIn(403), fan: 422 }, ({ fan }) => {
    const form = new FormData();
    form.set("avatar", new Blob(["no picture"]), "me.png");
    return { params: { fanId: fan.id }, body: form };
  }),
  "POST /api/fan/remove-avatar": line(signedIn(200)),
  "POST /api/fan/turn-notification": line(signedIn(200), () => ({ body: { is_block_notification: true } })),
  "POST /api/fan/block-user": line(signedIn(422), () => ({ body: { current_password: "not the password" } })),
  "GET /api/fan/export": line(signedIn(200)),
  "GET /api/get-main-page-counters": line(signedIn(200)),

  // Sessions: one of the fan's is named, beside the one that asks. Nobody gets past a wrong password.
  "GET /api/fan/sessions": line(signedIn(200)),
  "POST /api/fan/end-session": line(signedIn(422), async (cast) => ({
    body: { id: await anotherSession(cast), current_password: "not the password" },
  })),
  "POST /api/fan/end-sessions": line(signedIn(422), () => ({
    body: { keep_current: true, current_password: "not the password" },
  })),

  // The second factor: nobody here has one, and nobody gets past a wrong password or without an enrolment
  "GET /api/fan/second-factor": line(signedIn(200)),
  "POST /api/fan/enrol-second-factor": line(signedIn(422), () => ({ body: { current_password: "" } })),
  "POST /api/fan/confirm-second-factor": line(signedIn(409), () => ({ body: { one_time_code: "123456" } })),
  "POST /api/fan/renew-recovery-codes": line(signedIn(409), () => ({ body: { current_password: "" } })),
  "POST /api/fan/remove-second-factor": line(signedIn(409), () => ({ body: { current_password: "" } })),

  // Older names of calls
  "POST /api/login": line(everybody(401), () => ({ body: { login: "nobodyatall", password: "a guess" } })),
  "POST /api/logout": line(signedIn(204), undefined, { spendsPeople: true }),
  "POST /api/register": line(everybody(422)),
  "GET /api/login_unique": line(everybody(200), () => ({ query: { login: "nobodyatall" } })),
  "GET /api/email_unique": line(everybody(200), () => ({ query: { email: "no@body.test" } })),
  "POST /api/forgot-password": line(everybody(200), () => ({ body: { email: emailOfNobody() } })),

  // Email and password. A wrong present password gets the owner past the guard and no further.
  "POST /api/fan/store-email/{user_id}": line({ ...signedIn(403), fan: 422 }, ({ fan }) => ({
    params: { user_id: fan.id },
    body: { email: `new${fan.login}@example.test`, current_password: "not the password" },
  })),
  "GET /service/resend_email": line({ ...signedIn(422), fan: 200 }, ({ fan }) => ({
    query: { email: emailOf(fan) },
  })),
  "POST /service/resend_email": line({ ...signedIn(422), fan: 429 }, ({ fan }) => ({
    body: { email: emailOf(fan) },
  })),
  "GET /auth/email/confirm": line(everybody(303), () => ({ query: { token: "no such token" } })),
  "POST /auth/password/email": line(everybody(200), () => ({ body: { email: `${randomUUID()}@body.test` } })),
  "POST /auth/password/reset": line(everybody(422), ({ fan }) => ({
    body: { token: "no such token", email: emailOf(fan), ...newPassword },
  })),
  "POST /api/fan/store-password/{id}": line({ ...signedIn(403), fan: 422 }, ({ fan }) => ({
    params: { id: fan.id },
    body: { current_password: "not the password", ...newPassword },
  })),

  // Wallet
  "GET /api/wallet/statement": line(fansOnly(200)),
  "GET /api/wallet/statement.csv": line(fansOnly(200)),

  // Payments
  "GET /api/token-packages": line(everybody(200)),
  "GET /api/directa24/payment-methods": line(fansOnly(200), () => ({ query: { countryCode: "CO" } })),
  "POST /api/payments/process": line(fansOnly(422)),
  "GET /api/payments/status/{id}": line(fansOnly(404)),

  // Catalog
  "GET /api/video-chat-rooms": line(everybody(200)),
  "GET /api/trending-rooms": line(everybody(200)),
  "GET /api/fan/favorite-models": line(fansOnly(200)),
  "GET /api/gender": line(everybody(200)),
  "GET /api/model-profile/{loginOrId}": line(everybody(200), ({ model }) => ({
    params: { loginOrId: model.login },
  })),
  "GET /api/model-rates": line(everybody(200), ({ model }) => ({ query: { model_id: model.id } })),
  "GET /api/service/last-connection/{x}": line(everybody(200), ({ model }) => ({ params: { x: model.id } })),
  "POST /api/service/last-connection/{x}": line({ ...signedIn(403), fan: 200 }, ({ fan }) => ({
    params: { x: fan.id },
  })),
  "POST /api/fan/liked-model": line(fansOnly(200), ({ model }) => ({ body: { model_id: model.id } })),
  "POST /api/fan/disliked-model": line(fansOnly(200), ({ model }) => ({ body: { model_id: model.id } })),

  // Subscriptions. The model has named no price, so that nobody can subscribe to her.
  "GET /api/fan/subscriptions-models": line(fansOnly(200)),
  "GET /api/fan/subscription-state/{model_id}": line(fansOnly(200), ({ model }) => ({
    params: { model_id: model.id },
  })),
  "POST /api/fan/subscribe-model": line(fansOnly(409), ({ model }) => ({ body: { modelId: model.id } })),
  "POST /api/commerce-gate/subscribe-form": line(fansOnly(409), ({ model }) => ({
    body: { model_id: model.id },
  })),
  "POST /api/fan/unsubscribe-model": line(fansOnly(200, 404), async (cast) => ({
    body: { model_id: (await subscriptionOf(cast)).model_id },
  })),
  "GET /api/payments/cancel-subscription/{id}": line(fansOnly(200, 404), async (cast) => ({
    params: { id: (await subscriptionOf(cast)).id },
  })),
  "POST /api/payments/cancel-subscription/{id}": line(fansOnly(200, 404), async (cast) => ({
    params: { id: (await subscriptionOf(cast)).id },
  })),
  "GET /api/studio/subscription": line(modelsOnly(200)),
  "POST /api/studio/subscription": line(modelsOnly(422), () => ({
    body: { price_monthly_subscription: 1.23, freeTokens: 0, subscription_enable: true },
  })),

  // Videos and posts: items that nobody has
  "GET /api/videos-all": line(everybody(200)),
  "GET /api/posts-all": line(everybody(200)),
  "GET /api/videos/{id}": line(everybody(404), () => ({ params: { id: 999_999 } })),
  "GET /api/posts/{id}": line(everybody(404), () => ({ params: { id: 999_999 } })),
  "GET /api/model-profile-attachments/{slug}": line(everybody(200), room),
  "GET /api/model-profile-posts/{slug}": line(everybody(200), room),
  "GET /api/videos-purchased": line(fansOnly(200)),
  "GET /api/fan/purchased-posts": line(fansOnly(200)),
  "POST /api/fan/buy-attachment": line(fansOnly(404), () => ({ body: { attachment_id: 999_999 } })),
  "POST /api/fan/buy-post/{postId}": line(fansOnly(404), () => ({ params: { postId: 999_999 } })),
  "POST /api/fan/seen-videos": line(fansOnly(204)),
  "POST /api/fan/seen-posts": line(fansOnly(204)),

  // Chats: the fan's with the model
  "GET /api/chat/{fanId}": line(fansOnly(200, 403), ({ fan }) => ({ params: { fanId: fan.id } })),
  "GET /api/chat/{id}/message": line(fansOnly(200, 403), inChat),
  "POST /api/chat/{chat_id}/message": line(fansOnly(201, 403), async (cast) => ({
    params: { chat_id: await chatOf(cast) },
    body: { body: "hello", temp_id: randomUUID() },
  })),
  "POST /api/chat/set-message-read/{id}": line(fansOnly(200, 403), inChat),
  "DELETE /api/chat/message/{id}": line(fansOnly(200, 403), (cast) => messageBy(cast, "fan")),
  "POST /api/chat": line(fansOnly(200, 201), async (cast) => {
    await chatOf(cast);
    return { body: { model_id: cast.model.id } };
  }),
  "DELETE /api/chat/{id}": line(fansOnly(200, 403), inChat),
  "POST /api/chat/chat-media-attachments": line(fansOnly(200, 403), async (cast) => ({
    body: { chat_id: await chatOf(cast) },
  })),
  "POST /api/chat/buying-paid-media/{id}": line(fansOnly(404)),
  "GET /api/get-chat-purchased-content": line(fansOnly(200)),
  "GET /api/studio/chats": line(modelsOnly(200)),
  "GET /api/studio/chats/{id}/messages": line(modelsOnly(200, 403), inChat),
  "POST /api/studio/chats/{id}/messages": line(modelsOnly(201, 403), async (cast) => ({
    ...(await inChat(cast)),
    body: { body: "hello", temp_id: randomUUID() },
  })),
  "POST /api/studio/chats/{id}/read": line(modelsOnly(200, 403), inChat),
  "DELETE /api/studio/messages/{id}": line(modelsOnly(200, 403), (cast) => messageBy(cast, "model")),
  "GET /api/studio/mass-messages": line(modelsOnly(200)),
  "POST /api/studio/mass-messages": line(modelsOnly(201), () => ({
    body: { to: "favourites", body: "hello", client_id: randomUUID() },
  })),
  "DELETE /api/studio/mass-messages/{id}": line(modelsOnly(200, 403), massMessage),

  // Notices: one of a code that is not ours
  "POST /api/fan/notify-model": line(fansOnly(200), ({ model }) => ({
    body: { model_id: model.id, notify: true },
  })),
  "GET /api/notices/{code}": line(everybody(404), () => ({ params: { code: `1-2-${"A".repeat(22)}` } })),

  // Live rooms
  "GET /api/stream/{slug}": line(fansOnly(notOnAir), room),
  "POST /api/stream/{slug}/playback": line(fansOnly(notOnAir), room),
  "POST /api/stream/{slug}/message": line({ ...fansOnly(notOnAir), model: 201 }, (cast) => ({
    ...room(cast),
    body: { body: "hello", client_message_id: randomUUID() },
  })),
  "GET /api/fan/gifts": line({ ...signedIn(200), admin: 403 }),
  "POST /api/fan/pay-tips-to-model/{id}": line(fansOnly(200, 402), ({ model }) => ({
    params: { id: model.id },
    body: { amount: 10 },
  })),
  "POST /api/realtime/ticket": line(everybody(200)),

  // The studio is the model's whose token it is: there is no other room to name.
  "GET /api/studio": line(modelsOnly(200)),
  "GET /api/studio/fans": line(modelsOnly(200)),
  "GET /api/studio/bans": line(modelsOnly(200)),
  "POST /api/studio/ban": line(modelsOnly(404), () => ({ body: { fan_id: 999_999 } })),
  "POST /api/studio/lift-ban": line(modelsOnly(200), () => ({ body: { fan_id: 999_999 } })),
  "POST /api/studio/room": line(modelsOnly(200), () => ({ body: { topic: { en: "Hello", es: "Hola" } } })),
  "POST /api/studio/stream-key": line(modelsOnly(200)),

  // Shows. A promo link that nobody made opens nothing; its number is the model's own, so that others do not find it.
  "GET /api/promo-stream/{token}": line(fansOnly(404), () => ({ params: { token: "no-such-link" } })),
  "POST /api/fan/leave-show": line(fansOnly(200)),
  "GET /api/studio/shows": line(modelsOnly(200)),
  "POST /api/studio/promos": line(modelsOnly(201), () => ({
    body: { client_id: randomUUID(), email: emailOfNobody(), duration: 60 },
  })),
  "POST /api/studio/promos/{id}/withdraw": line(modelsOnly(200, 404), promoOfModel),
  "POST /api/studio/promos/{id}/start": line(modelsOnly(notOnAir, 404), promoOfModel),
  "POST /api/studio/end-show": line(modelsOnly(200)),
  "POST /api/studio/stop": line(modelsOnly(200)),
  "GET /api/studio/content": line(modelsOnly(200)),
  // A film of nothing gets its model past the guard and no further
  "POST /api/studio/content": line(modelsOnly(422), () => {
    const form = new FormData();
    form.set("media", new Blob(["no film"]), "film.mp4");
    return { body: form };
  }),
  "POST /api/studio/content/{id}": line(modelsOnly(404), () => ({ params: { id: 999_999 }, body: {} })),
  "DELETE /api/studio/content/{id}": line(modelsOnly(404), () => ({ params: { id: 999_999 } })),

  // Legal texts
  "GET /api/terms-of-service": line(everybody(200)),
  "GET /api/privacy-policy": line(everybody(200)),
  "GET /api/usc-2257": line(everybody(200)),
  "GET /api/legal/{document}": line(everybody(200), () => ({ params: { document: "terms-of-service" } })),

  // Letters to the house, with or without an account
  "GET /api/support/contact": line(everybody(200)),
  "POST /api/support/contact": line(everybody(201), () => ({ body: letter() })),
  "POST /api/support/content-removal": line(everybody(201), () => ({
    body: { ...letter(), url: "https://fanlight.example/allposts", reason: "copyright" },
  })),

  // The staff desk: a model who is not live, a ticket and a payment that nobody has
  "GET /api/admin/models": line(staffOnly(200)),
  "POST /api/admin/models/{id}/{action}": line(staffOnly(409), ({ model }) => ({
    params: { id: model.id, action: "end-show" },
    body: { reason: "a test", client_id: randomUUID() },
  })),
  "POST /api/admin/accounts/{id}/end-sessions": line(staffOnly(200), async ({ house }) => ({
    params: { id: (await house.fan()).id },
    body: { reason: "a stolen phone", client_id: randomUUID() },
  })),
  "POST /api/admin/accounts/{id}/remove-second-factor": line(staffOnly(422), ({ fan }) => ({
    params: { id: fan.id },
    body: { reason: "a test", client_id: randomUUID(), current_password: "" },
  })),
  "GET /api/admin/log": line(staffOnly(200)),
  "GET /api/admin/tickets": line(staffOnly(200)),
  "GET /api/admin/tickets/{id}": line(staffOnly(404), noTicket),
  "POST /api/admin/tickets/{id}/answer": line(staffOnly(404), noTicket),
  "POST /api/admin/tickets/{id}/note": line(staffOnly(404), noTicket),
  "POST /api/admin/tickets/{id}/close": line(staffOnly(404), noTicket),
  "POST /api/admin/tickets/{id}/reopen": line(staffOnly(404), noTicket),
  "GET /api/admin/payments": line(staffOnly(200)),
  "GET /api/admin/payments/{id}": line(staffOnly(404), noPayment),
  "POST /api/admin/payments/{id}/refund": line(staffOnly(404), noPayment),
  "GET /api/admin/debts": line(staffOnly(200)),
  "GET /api/admin/state": line(staffOnly(200)),
};
