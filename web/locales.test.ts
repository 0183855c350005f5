import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import * as messages from "#web/paraglide/messages.js";

const folder = new URL("../locales/", import.meta.url);

async function readMessages(name: string): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(new URL(name, folder), "utf8"));
}

const places = (text: unknown) =>
  [...JSON.stringify(text).matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name)).sort();

test("R-I18N-01: every message exists in English and in Spanish, with the same places to fill", async () => {
  const files = await readdir(folder, { recursive: true });
  const english = files.filter((name) => name.endsWith(".en.json"));
  expect(english).not.toHaveLength(0);
  for (const name of english) {
    const [en, es] = await Promise.all([readMessages(name), readMessages(name.replace(".en.", ".es."))]);
    expect(Object.keys(es).sort(), name).toEqual(Object.keys(en).sort());
    for (const key of Object.keys(en)) {
      if (typeof en[key] === "string") expect(places(es[key]), `${name} ${key}`).toEqual(places(en[key]));
      expect(es[key], `${name} ${key}`).not.toBe("");
    }
  }
});

type Variants = [{ declarations: string[]; match: Record<string, string> }];

/** The texts of the pages in a language, with `recursive` also those of refusals and mails, each with its forms by count. */
async function textsOf(
  language: string,
  { recursive }: { recursive: boolean },
): Promise<[key: string, forms: Record<string, string>][]> {
  const files = (await readdir(folder, { recursive })).filter((name) => name.endsWith(`${language}.json`));
  const all = await Promise.all(files.map(readMessages));
  return all.flatMap((file) =>
    Object.entries(file).map(([key, text]) => [
      key,
      typeof text === "string" ? { text } : ((text as Variants)[0]?.match ?? {}),
    ]),
  );
}

const filled = (text: string | undefined, values: Record<string, unknown>) =>
  text?.replaceAll(/\{(\w+)\}/g, (_all, name: string) => String(values[name]));

test.each(["en", "es"] as const)(
  "R-I18N-01: every message with a count has its form for one, and the other for 0, 2 and 1,000,000 (%s)",
  async (locale) => {
    const counted = (await textsOf(locale, { recursive: false })).filter(
      ([, forms]) => "plural=one" in forms,
    );
    expect(counted.length).toBeGreaterThan(100);
    for (const [key, forms] of counted) {
      const message = (messages as unknown as Record<string, (values: object, options: object) => string>)[
        key
      ];
      for (const count of [0, 1, 2, 1_000_000]) {
        const values = { ...Object.fromEntries(places(forms).map((name) => [name, `<${name}>`])), count };
        const form = forms[count === 1 ? "plural=one" : "plural=*"];
        expect(message?.(values, { locale }), `${key} of ${count}`).toBe(filled(form, values));
      }
    }
  },
);

const nouns =
  "token second minute hour day month message video post fan model person picture file character time spy " +
  "segundo minuto hora día mensaje modelo persona foto archivo espía tip propina follower seguidor code código";
const irregular = { spy: "spies", person: "people", month: "months" } as Record<string, string>;
const plurals = [...nouns.split(" ").map((noun) => irregular[noun] ?? `${noun}s`), "meses", "veces"].join(
  "|",
);
const many = new RegExp(`\\{(?!time\\})\\w+\\}\\s(?:${plurals})(?![\\p{L}])`, "iu");
const one = new RegExp(`\\{\\w+\\}\\s(?:${nouns.split(" ").join("|")}|mes|vez)(?![\\p{L}])`, "iu");

/** Messages in one form, whose number is never one: bounds, steps and terms that the product itself sets. */
const neverOne = new Set([
  ...["max", "min", "tokens_max", "auth_min", "auth_max", "chat_muted_too_long", "studio_gallery_full"],
  ...["room_stall_title", "room_waiting_since", "studio_course", "studio_course_values"],
  ...[
    "sub_term_months",
    "sub_term_name_months",
    "content_film_speed",
    "pay_promo_tokens",
    "low_tokens_package",
    "pay_popular_offer",
    "confirm_footnote",
  ],
]);

test.each(["en", "es"])(
  "R-I18N-01: no message says “1 tokens” or “2 token”: what follows a number that may be one has a form for each (%s)",
  async (language) => {
    const wrong = (await textsOf(language, { recursive: true })).flatMap(([key, forms]) =>
      Object.entries(forms)
        .filter(([form, text]) => !form.includes(", ") && (form === "plural=*" ? one : many).test(text))
        .map(([form, text]) => `${key} ${form}: ${text}`)
        .filter(() => !neverOne.has(key)),
    );
    expect(wrong).toEqual([]);
  },
);

/** Words of the specification, which quotes them so. */
const quoted = ["Models can't use promo links"];

test("English texts have typographic apostrophes, as the page's type has them", async () => {
  for (const [key, forms] of await textsOf("en", { recursive: true }))
    for (const text of Object.values(forms).filter((one) => !quoted.includes(one)))
      expect(text, key).not.toMatch(/[a-z]'[a-z]/i);
});
