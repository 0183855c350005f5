import type { ModelCard, StreamState } from "#contract/catalog.ts";

type CardOptions = Partial<Pick<ModelCard, "id" | "isStream" | "isOnline" | "watchers" | "lastConnection">> &
  Partial<Pick<ModelCard, "tags" | "languages" | "isNew" | "goal">> &
  Partial<Pick<StreamState, "type" | "mode" | "status">> & { promoFor?: number };

/** A model's card for tests, with ordinary values by default. */
export function cardOf(options: CardOptions = {}): ModelCard {
  const { id = 1, isStream = false, isOnline = isStream, watchers = 0, lastConnection = null } = options;
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
      mode: options.mode ?? "one_to_many",
      promo: "",
      status: options.status ?? (isStream ? "began" : "stopped"),
      type: options.type ?? "public",
      promoId: null,
    },
    watchers,
    promoEnabled: false,
    promoStreamData:
      options.promoFor === undefined
        ? null
        : {
            id: 1,
            duration: 300,
            email: "fan@example.com",
            fan_id: options.promoFor,
            time_used: 0,
            token: "t",
          },
    gender_id: 1,
    pictures: { portrait: "/p.webp", portrait_small: "/s.webp", tall: "/t.webp", thumbhash: "", live: "" },
    topic: { en: "Acoustic by lamplight", es: "Acústico a la luz de la lámpara" },
    tags: options.tags ?? [],
    languages: options.languages ?? [],
    isNew: options.isNew ?? false,
    goal: options.goal ?? null,
    rates: { private: 45, vip: 30, spy: 12, minimum: 0 },
    liked: false,
    notified: false,
  };
}
