import { randomInt } from "node:crypto";
import { sql } from "kysely";
import { siteSlug } from "#contract/site-name.ts";
import { type Reader, readRows } from "#server/kit/database/database.ts";
import { isTaken } from "./store/accounts-store.ts";

/** First path segments and names of the product: a user of that name would have a profile that a page hides. */
const reserved =
  `about admin allposts api assets auth blog chat compliance contact dev directa docs fan favorite favorites files
  fonts global health healthz help home index live livekit login logout media metrics model models
  notifications photos posts preferences promo readyz realtime register root robots search service settings sitemap
  staff static status stream studio subscriptions support system terms trending videos whep whip www`.split(
    /\s+/,
  );

/** The user names of erased accounts. */
const erasedName = /^erased\d*$/;

/** Is this user name reserved, or taken for one that is (`supp0rt`, `adm1n`)? */
export async function isReservedLogin(reader: Reader, login: string): Promise<boolean> {
  if (erasedName.test(login.toLowerCase())) return true;
  // An i is taken for an l or a 1 here, beside the letters that look alike to the eye.
  const alike = sql`
    select from unnest(${[...reserved, siteSlug()]}::text[]) as name
    where replace(kit.look_alike_key(name), 'i', 'l') = replace(kit.look_alike_key(${login}), 'i', 'l')
      or kit.look_alike_sight(name) = kit.look_alike_sight(${login}) limit 1`;
  return (await readRows(reader, alike)).length > 0;
}

const stemMax = 24;
const triesMax = 9;

/** An unused user name, as close to an X handle as our rules allow. Not reserved for the caller. */
export async function freeLogin(reader: Reader, handle: string): Promise<string> {
  const letters = handle.replaceAll(/[^a-zA-Z0-9]/g, "").slice(0, stemMax);
  const stem = letters.length >= 3 ? letters : `fan${letters}`;
  for (let tried = 1; tried <= triesMax; tried++) {
    const login = tried === 1 ? stem : `${stem}${tried}`;
    if (!(await isReservedLogin(reader, login)) && !(await isTaken(reader, "login", login))) return login;
  }
  return `${stem}${randomInt(10_000, 1_000_000)}`;
}
