/** First path segments and names of the house: nobody may register them, or a page would hide a profile. */
const reserved = new Set(
  `about admin allposts api assets auth blog chat compliance contact dev directa docs fan favorites files fonts
  fanlight global health healthz help home index live login logout media metrics model models photos posts
  promo readyz realtime register root robots search service settings sitemap staff static status stream studio
  subscriptions support system terms trending videos whep whip www`.split(/\s+/),
);

/** What accounts are called after their owners were erased. */
const erasedName = /^erased\d*$/;

/** Is this user name kept for the house? */
export function isReservedLogin(login: string): boolean {
  const name = login.toLowerCase();
  return reserved.has(name) || erasedName.test(name);
}
