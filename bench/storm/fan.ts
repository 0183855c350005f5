import { randomUUID } from "node:crypto";
import { apiClient, type CallOptions } from "#testing/app/api-client.ts";
import type { Person } from "#testing/app/test-app.ts";

/**
 * Something a fan wanted, with the id that makes it harmless to ask again. `tokens`: what it moves, signed. `done`: it
 * was acknowledged; `refused`: it was answered that nothing happened; `unknown`: no answer came.
 */
export type Intent = {
  kind: "tip" | "item" | "message" | "tokens";
  tokens: number;
  /** The text that marks the message in answers. */
  mark: string;
  state: "done" | "refused" | "unknown";
  ask(): Promise<void>;
};

/** A fan of the storm with the list of everything they wanted. */
export type StormFan = {
  person: Person;
  intents: Intent[];
  /** Buys tokens, enough for the whole storm. */
  buyTokens(packageId: number, tokens: number, price: number): Promise<void>;
  /** Does one thing, drawn by `random`. */
  act(random: () => number): Promise<void>;
  call: (
    method: "GET" | "POST",
    path: string,
    options?: CallOptions,
  ) => ReturnType<ReturnType<typeof apiClient>>;
  /** Reads as this fan, again when the product is too busy; throws at any other answer. */
  read(path: string): Promise<Record<string, unknown>>;
};

export type StormTargets = { modelId: number; chatModelId: number; itemIds: number[] };

let orders = Date.now();

type Answer = Awaited<ReturnType<ReturnType<typeof apiClient>>>;

/** Asks until the product has time for it: who is answered 503 has changed nothing, and comes again after `Retry-After`. */
export async function unlessBusy(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 0; ; tries += 1) {
    const answer = await ask();
    if (answer.status !== 503 || tries === triesMax) return answer;
    const seconds = Number(answer.headers["retry-after"] ?? 1);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  }
}

const triesMax = 30;

/** Signs a new fan up, from a network address of their own. */
export async function createStormFan(
  origin: () => string,
  turn: number,
  targets: StormTargets,
): Promise<StormFan> {
  const headers = { "x-forwarded-for": `10.${turn >> 8}.${turn & 255}.7` };
  const caller = apiClient(origin);
  const login = `storm${Date.now().toString(36)}${turn}`;
  const password = `lamplight at noon ${login}`;
  const email = `${login}@storm.test`;
  const consents = { over_18: true, accept_terms: true, accept_privacy: true, language: "en" };
  const body = { login, email, password, password_confirmation: password, ...consents };
  const signedUp = await unlessBusy(() => caller("POST", "/auth/register", { body, headers }));
  if (signedUp.status !== 201) throw new Error(`${login} was not signed up: ${signedUp.status}`);
  const { fan_id, accessToken } = signedUp.body as { fan_id: number; accessToken: string };
  const person = { id: fan_id, login, token: accessToken };
  const call: StormFan["call"] = (method, path, options = {}) =>
    caller(method, path, { as: person, ...options, headers: { ...headers, ...options.headers } });
  const chat = await unlessBusy(() => call("POST", "/api/chat", { body: { model_id: targets.chatModelId } }));
  const messagePath = `/api/chat/${String(chat.body.id)}/message`;
  const intents: Intent[] = [];
  const unowned = [...targets.itemIds];

  /** Asks once and keeps what became of it; asking again is allowed as long as that is unknown. */
  const want = async (
    known: Pick<Intent, "kind" | "tokens" | "mark">,
    send: () => ReturnType<StormFan["call"]>,
    isDone: (answer: Awaited<ReturnType<StormFan["call"]>>) => boolean | null,
  ) => {
    const intent: Intent = {
      ...known,
      state: "unknown",
      async ask() {
        const answer = await send().catch(() => null);
        if (answer === null || answer.status >= 500) return;
        const done = isDone(answer);
        if (done !== null) intent.state = done ? "done" : "refused";
      },
    };
    intents.push(intent);
    await intent.ask();
  };
  const answered = ({ status }: { status: number }) => status === 200 || status === 201;

  const tip = (tokens: number) => {
    const key = randomUUID();
    const path = `/api/fan/pay-tips-to-model/${targets.modelId}`;
    const send = () => call("POST", path, { key, body: { amount: tokens } });
    return want({ kind: "tip", tokens: -tokens, mark: key }, send, answered);
  };
  const buyItem = async () => {
    const id = unowned.pop();
    if (id === undefined) return;
    const shown = await call("GET", `/api/videos/${id}`).catch(() => null);
    if (shown?.status !== 200) return;
    const price = Number(shown.body.price);
    const key = randomUUID();
    const send = () => call("POST", "/api/fan/buy-attachment", { key, body: { attachment_id: id, price } });
    await want({ kind: "item", tokens: -price, mark: String(id) }, send, answered);
  };
  const postMessage = () => {
    const tempId = randomUUID();
    const send = () => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ type: "text", body: tempId, temp_id: tempId }))
        form.set(name, value);
      return call("POST", messagePath, { body: form });
    };
    return want({ kind: "message", tokens: 0, mark: tempId }, send, answered);
  };
  return {
    person,
    intents,
    call,
    async read(path) {
      const { status, body } = await unlessBusy(() => call("GET", path));
      if (status !== 200) throw new Error(`${path} answered ${status}`);
      return body;
    },
    buyTokens(packageId, tokens, price) {
      const orderid = `TKN_${++orders}`;
      const key = randomUUID();
      const send = () =>
        call("POST", "/api/payments/process", { key, body: order(packageId, price, orderid, email) });
      return want({ kind: "tokens", tokens, mark: orderid }, send, ({ body: { status } }) =>
        status === "completed" ? true : status === "failed" ? false : null,
      );
    },
    act(random) {
      const chance = random();
      if (chance < 0.6) return tip(1 + Math.floor(random() * 9));
      return chance < 0.85 ? postMessage() : buyItem();
    },
  };
}

/** A card purchase as the checkout sends it, by the sandbox card that approves. */
function order(packageId: number, amount: number, orderid: string, email: string) {
  return {
    payment_type: "token_purchase",
    currency: "USD",
    package_id: packageId,
    amount,
    card_holder_name: "Sam Storm",
    email,
    address1: "1 Lamp Street",
    city: "Austin",
    state: "TX",
    zip: "78701",
    country: "US",
    card_number: "4242424242424242",
    card_expiry_month: "12",
    card_expiry_year: "39",
    card_cvc: "123",
    payment: "creditcard",
    orderdescription: "tokens",
    orderid,
  };
}
