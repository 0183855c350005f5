import type { ModelCard, StreamState } from "#contract/catalog.ts";

type Wishes = Partial<Pick<ModelCard, "id" | "isStream" | "isOnline" | "watchers" | "lastConnection">> &
  Partial<Pick<StreamState, "type" | "mode" | "status">> & { promoFor?: number };

/** A model's card for tests; what is not wished for is ordinary. */
export function cardOf(wishes: Wishes = {}): ModelCard {
  const { id = 1, isStream = false, isOnline = isStream, watchers = 0, lastConnection = null } = wishes;
  return {
    id,
    name: "Luna",
    avatar: "/luna.webp",
    earningRank: id,
    age: 26,
    country: "CO",
    login: `luna${id}`,
    artisticName: "Luna",
    lastConnection,
    isOnline,
    isStream,
    stream: {
      mode: wishes.mode ?? "one_to_many",
      promo: "",
      status: wishes.status ?? (isStream ? "began" : "stopped"),
      type: wishes.type ?? "public",
      promoId: null,
    },
    watchers,
    promoEnabled: false,
    promoStreamData:
      wishes.promoFor === undefined
        ? null
        : {
            id: 1,
            duration: 300,
            email: "fan@example.com",
            fan_id: wishes.promoFor,
            time_used: 0,
            token: "t",
          },
    gender_id: 1,
    pictures: { portrait: "/p.webp", portrait_small: "/s.webp", tall: "/t.webp", thumbhash: "" },
    topic: { en: "Acoustic by lamplight", es: "Acústico a la luz de la lámpara" },
    rates: { private: 45, vip: 30, spy: 12, minimum: 0 },
    liked: false,
  };
}
