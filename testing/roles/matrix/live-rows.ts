import { randomUUID } from "node:crypto";
import type { Actors } from "#testing/roles/actors.ts";
import {
  emailOfNobody,
  everybody,
  fansOnly,
  type MatrixRow,
  modelsOnly,
  room,
  row,
  signedIn,
} from "#testing/roles/matrix-row.ts";

const notOnAir = 409;
const inMay = () => ({ query: { from: "2026-05-01", to: "2026-05-31" } });

/** A promo link that the model has made. */
async function promoOfModel({ app, model }: Actors) {
  const made = await app.modules.shows.promos.make({
    modelId: model.id,
    clientId: randomUUID(),
    email: emailOfNobody(),
    durationSeconds: 60,
  });
  if (!made.ok) throw new Error(made.refusal);
  return { params: { id: made.promo.id } };
}

/** Live rooms, the studio and shows. */
export const liveRows = {
  // Live rooms
  "GET /api/stream/{slug}": row({ ...fansOnly(notOnAir), model: notOnAir }, room),
  "POST /api/stream/{slug}/playback": row({ ...fansOnly(notOnAir), model: notOnAir }, room),
  "POST /api/stream/{slug}/preview": row(everybody(notOnAir), room),
  "POST /api/stream/{slug}/message": row({ ...fansOnly(notOnAir), model: 201 }, (actors) => ({
    ...room(actors),
    body: { body: "hello", client_message_id: randomUUID() },
  })),
  "GET /api/fan/gifts": row({ ...signedIn(200), admin: 403 }),
  "POST /api/fan/pay-tips-to-model/{id}": row(fansOnly(200, 402), ({ model }) => ({
    params: { id: model.id },
    body: { amount: 10 },
  })),
  "POST /api/realtime/ticket": row(everybody(200)),

  // The studio is the model's whose token it is: there is no other room to name.
  "GET /api/studio": row(modelsOnly(200)),
  "GET /api/studio/fans": row(modelsOnly(200)),
  "GET /api/studio/earnings": row(modelsOnly(200), inMay),
  "GET /api/studio/earnings.csv": row(modelsOnly(200), inMay),
  "GET /api/studio/bans": row(modelsOnly(200)),
  "POST /api/studio/ban": row(modelsOnly(404), () => ({ body: { fan_id: 999_999 } })),
  "POST /api/studio/lift-ban": row(modelsOnly(200), () => ({ body: { fan_id: 999_999 } })),
  "POST /api/studio/room": row(modelsOnly(200), () => ({ body: { topic: { en: "Hello", es: "Hola" } } })),
  "GET /api/studio/moderators": row(modelsOnly(200)),
  "POST /api/studio/moderators": row(modelsOnly(404), () => ({
    body: { fan_id: 999_999, moderates: true },
  })),
  // No fan of the matrix moderates a room; a room is its model's, and a message that nobody wrote is not found there.
  "POST /api/stream/{slug}/remove-message": row({ ...fansOnly(403), model: 404 }, (actors) => ({
    ...room(actors),
    body: { id: 999_999 },
  })),
  "POST /api/stream/{slug}/mute": row({ ...fansOnly(403), model: 404 }, (actors) => ({
    ...room(actors),
    body: { fan_id: 999_999, minutes: 5 },
  })),
  "GET /api/studio/tip-menu": row(modelsOnly(200)),
  "POST /api/studio/tip-menu": row(modelsOnly(200), () => ({
    body: { items: [{ title: { en: "Sing", es: "Cantar" }, price: 20 }] },
  })),
  "GET /api/studio/listing": row(modelsOnly(200)),
  "POST /api/studio/listing": row(modelsOnly(200), () => ({
    body: { bio: { en: "I sing.", es: "Canto." } },
  })),
  "POST /api/studio/live-picture": row(modelsOnly(200), () => {
    const form = new FormData();
    form.set("picture", new Blob(["no picture"]), "room.jpg");
    return { body: form };
  }),
  "POST /api/studio/listing/picture": row(modelsOnly(422), () => {
    const form = new FormData();
    form.set("picture", new Blob(["no picture"]), "face.png");
    return { body: form };
  }),
  "POST /api/studio/listing/camera": row(modelsOnly(200)),
  "POST /api/studio/listing/submit": row(modelsOnly(200)),
  "POST /api/studio/stream-key": row(modelsOnly(200)),

  // Shows. A promo link that nobody made opens nothing; its number is the model's own, so that others do not find it.
  "GET /api/promo-stream/{token}": row(fansOnly(404), () => ({ params: { token: "no-such-link" } })),
  "POST /api/promo-stream/{token}": row(fansOnly(404), () => ({ params: { token: "no-such-link" } })),
  "POST /api/fan/leave-show": row(fansOnly(200)),
  "POST /api/fan/show-requests": row(fansOnly(notOnAir), ({ model }) => ({
    body: { model_id: model.id, mode: "private", rate: 60 },
  })),
  "GET /api/fan/show-requests": row(fansOnly(200)),
  "GET /api/fan/show-requests/{id}": row(fansOnly(404), () => ({ params: { id: 999_999 } })),
  "DELETE /api/fan/show-requests/{id}": row(fansOnly(404), () => ({ params: { id: 999_999 } })),
  "POST /api/fan/show-invitations/{id}": row(fansOnly(404), () => ({
    params: { id: 999_999 },
    body: { accept: false },
  })),
  "GET /api/fan/show": row(fansOnly(200)),
  "POST /api/fan/spy": row(fansOnly(notOnAir), ({ model }) => ({ body: { model_id: model.id, rate: 20 } })),
  "POST /api/fan/show-price": row(fansOnly(404), () => ({
    body: { show_id: 999_999, rate: 60, accept: true },
  })),
  "GET /api/fan/shows/{id}/receipt": row(fansOnly(404), () => ({ params: { id: 999_999 } })),
  "GET /api/fan/shows/{id}/receipt/pdf": row(fansOnly(404), () => ({ params: { id: 999_999 } })),
  "POST /api/fan/shows/{id}/rating": row(fansOnly(404), () => ({
    params: { id: 999_999 },
    body: { rating: 5 },
  })),
  "POST /api/fan/show-camera": row(fansOnly(notOnAir)),
  "GET /api/studio/show-camera": row(modelsOnly(200)),
  "GET /api/studio/show-requests": row(modelsOnly(200)),
  "POST /api/studio/show-requests/{id}": row(modelsOnly(404), () => ({
    params: { id: 999_999 },
    body: { accept: true },
  })),
  "POST /api/studio/invitations": row(modelsOnly(404), () => ({
    body: { fan_id: 999_999, mode: "private" },
  })),
  "GET /api/studio/gallery": row(modelsOnly(200)),
  "POST /api/studio/gallery": row(modelsOnly(422), () => {
    const form = new FormData();
    form.set("picture", new Blob(["no picture"]), "face.png");
    return { body: form };
  }),
  "POST /api/studio/gallery-order": row(modelsOnly(200), () => ({ body: { ids: [] } })),
  "DELETE /api/studio/gallery/{id}": row(modelsOnly(200), () => ({ params: { id: 999_999 } })),
  "GET /api/studio/schedule": row(modelsOnly(200)),
  "POST /api/studio/schedule": row(modelsOnly(200), () => ({ body: { time_zone: "UTC", hours: [] } })),
  "GET /api/studio/rates": row(modelsOnly(200)),
  "POST /api/studio/rates": row(modelsOnly(200), () => ({ body: { spy: 25 } })),
  "POST /api/studio/pause": row(modelsOnly(notOnAir), () => ({ body: { paused: true } })),
  "GET /api/studio/shows": row(modelsOnly(200)),
  "POST /api/studio/promos": row(modelsOnly(201), () => ({
    body: { client_id: randomUUID(), email: emailOfNobody(), duration: 60 },
  })),
  "POST /api/studio/promos/{id}/withdraw": row(modelsOnly(200, 404), promoOfModel),
  "POST /api/studio/promos/{id}/start": row(modelsOnly(notOnAir, 404), promoOfModel),
  "POST /api/studio/end-show": row(modelsOnly(200)),
  "POST /api/studio/stop": row(modelsOnly(200)),
  "GET /api/studio/content": row(modelsOnly(200)),
  // A film of nothing gets its model past the guard and no further
  "POST /api/studio/content": row(modelsOnly(422), () => {
    const form = new FormData();
    form.set("media", new Blob(["no film"]), "film.mp4");
    return { body: form };
  }),
  "POST /api/studio/content/{id}": row(modelsOnly(404), () => ({ params: { id: 999_999 }, body: {} })),
  "POST /api/studio/content/{id}/window": row(modelsOnly(404), () => ({
    params: { id: 999_999 },
    body: new FormData(),
  })),
  "DELETE /api/studio/content/{id}": row(modelsOnly(404), () => ({ params: { id: 999_999 } })),
} as const satisfies Record<string, MatrixRow>;
