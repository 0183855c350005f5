import type { Role } from "#contract/endpoint.ts";
import type { Person, TestApp } from "#testing/app/test-app.ts";
import { createItem } from "#testing/content/items.ts";

type People = Readonly<Record<Role, readonly Person[]>>;

/** Everybody who calls during a run; `spent` ones are used up one a call, where a call may end a session. */
export type Actors = { regular: People; spent: People };

const regularEach = 6;
const spentEach = 150;
/** Small ids are what a generator tries first: they are people whom nobody misses. */
const strangersMax = 20;

/** Brings people with tokens, chats and things to buy, so that calls of theirs come as far as they can. */
export async function populate(app: TestApp): Promise<Actors> {
  for (let count = 0; count < strangersMax; count += 1) await app.fan();
  const fans = await several(regularEach, () => app.fan(1_000_000));
  const models = await several(regularEach, () => app.model());
  const admins = await several(2, () => app.staff());
  for (const model of models) {
    await app.call("POST", "/api/studio/subscription", { as: model, body: offer });
    await createItem(app, model);
    await createItem(app, model, { kind: "post", media_type: "picture", price: 0 });
    for (const fan of fans) await app.modules.messaging.open(fan.id, model.id);
  }
  return {
    regular: { fan: fans, model: models, admin: admins },
    spent: {
      fan: await several(spentEach, () => app.fan()),
      model: await several(spentEach, () => app.model()),
      admin: await several(spentEach, () => app.staff()),
    },
  };
}

const offer = { price_monthly_subscription: 9.99, freeTokens: 10, subscription_enable: true };

async function several(count: number, make: () => Promise<Person>): Promise<Person[]> {
  const made: Person[] = [];
  while (made.length < count) made.push(await make());
  return made;
}
