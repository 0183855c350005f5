import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

type Text = string | { match: Record<string, string> }[];

const folder = join(import.meta.dirname, "../locales");

/** Each text's longest form, by its key. */
function textsIn(language: "en" | "es"): Map<string, string> {
  const files = readdirSync(folder).filter((file) => file.endsWith(`.${language}.json`));
  const texts = files.flatMap((file) =>
    Object.entries(JSON.parse(readFileSync(join(folder, file), "utf8")) as Record<string, Text>),
  );
  return new Map(
    texts.map(([key, text]) => {
      const forms = typeof text === "string" ? [text] : text.flatMap(({ match }) => Object.values(match));
      return [key, forms.reduce((longest, form) => (wordsOf(form) > wordsOf(longest) ? form : longest))];
    }),
  );
}

/** Any run with a letter is a word; a name is one, figures and sums are none. */
function wordsOf(text: string): number {
  const filled = text.replaceAll(/\{(name|fan)\}/g, "Luna").replaceAll(/\{\w+\}/g, "0");
  return filled.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length;
}

const caps = `consent_cap consent_minutes consent_minutes consent_minutes consent_own consent_no_cap consent_most`;
const price = `consent_per_minute consent_minimum consent_tokens_money ${caps}`;
const choice = "room_private room_vip room_per_minute room_per_minute";
const over =
  "show_over_title show_over_time receipt_charged content_tokens rate_show rate_note common_ok receipt_open";
const left = "leave_title leave_spent leave_confirm leave_stay";

/** The texts in sight at once: before Details on a sheet, all of a dialog, title and text of an empty page. */
const budgets: { what: string; words: number; screens: string[] }[] = [
  {
    what: "a consent sheet",
    words: 45,
    screens: [
      `consent_title_private consent_lead_private ${choice} ${price} consent_ask_private`,
      `consent_title_private consent_lead_spies ${choice} ${price} consent_ask_private`,
      `consent_title_vip consent_lead_vip ${choice} ${price} consent_ask_vip`,
    ],
  },
  {
    what: "the sheet of a spy",
    words: 35,
    screens: [`consent_title_spy consent_invisible consent_per_minute ${caps} consent_free consent_spy`],
  },
  {
    what: "the end of a show",
    words: 20,
    screens: [
      ...["paid_over_fan_left", "paid_over_model_ended", "paid_over_model_left", "show_over_show_over"],
      ...["show_over_cap_reached", "show_over_out_of_tokens", "show_over_limit_reached"],
      "show_over_price_declined",
    ].map((reason) => `${over} ${reason}`),
  },
  {
    what: "the question before leaving a show",
    words: 20,
    screens: [`${left} leave_rest`, `${left} leave_minimum`],
  },
  { what: "the end of a show that we broke", words: 25, screens: [`${over} show_over_failed`] },
  {
    what: "an empty page",
    words: 12,
    screens: [
      ...["home", "trending", "favorites", "subscriptions", "my_videos", "chat", "statement"].map(
        (page) => `${page}_empty_title ${page}_empty_text`,
      ),
      ...["notifications", "sub_payments"].map((page) => `${page}_empty_title ${page}_empty_text`),
      ...["statement", "filter", "earnings"].map((page) => `${page}_none_title ${page}_none_text`),
      ...["home_no_match", "chat_unknown"].map((page) => `${page}_title ${page}_text`),
      ...["studio_mass_none", "studio_comments_none", "inbox_search_none"].map(
        (page) => `${page} ${page}_text`,
      ),
      ...["studio_videos_none", "studio_posts_none"].map((page) => `${page} studio_content_none_text`),
      ...["content_videos_no_match", "content_posts_no_match"].map((page) => `${page} content_no_match_text`),
      ...["chat_pick_text", "chat_pick_model_text"].map((text) => `chat_pick ${text}`),
      ...["chat_empty", "content_comments_empty", "inbox_media_empty", "inbox_model_empty_text"],
      ...["studio_menu_none", "studio_moderators_none", "studio_schedule_none", "studio_gallery_none"],
      ...["studio_promos_none", "studio_tips_none"],
      ...["saved_search_none", "blocked_models_none", "profile_no_videos", "profile_no_posts"],
    ],
  },
];

const tooLong = (texts: Map<string, string>, screens: string[], words: number) =>
  screens.flatMap((screen) => {
    const keys = screen.split(" ");
    expect(
      keys.filter((key) => !texts.has(key)),
      "a key that is no text",
    ).toEqual([]);
    const count = keys.reduce((sum, key) => sum + wordsOf(texts.get(key) ?? ""), 0);
    return count > words ? [`${screen}: ${count}`] : [];
  });

for (const language of ["en", "es"] as const)
  for (const { what, words, screens } of budgets)
    test(`${what} has at most ${words} words (${language})`, () => {
      expect(tooLong(textsIn(language), screens, words)).toEqual([]);
    });

test.each(["en", "es"] as const)("a helper text has at most 12 words (%s)", (language) => {
  const texts = textsIn(language);
  const helpers = [...texts.keys()].filter((key) => key.endsWith("_hint"));
  expect(helpers.length).toBeGreaterThan(30);
  expect(tooLong(texts, helpers, 12)).toEqual([]);
});
