import type { PromoLink, StudioShows } from "#contract/shows.ts";
import type { ShowsNeeds } from "./needs.ts";
import type { PromoTokens } from "./promo-token.ts";
import { promoStateOf } from "./rules/promo-state.ts";
import type { ShowRunner } from "./run-shows.ts";
import { linksOfModel, type PromoLinkRow } from "./store/promo-links-store.ts";
import { openShow, type ShowRow } from "./store/shows-store.ts";
import type { Waiting } from "./waiting.ts";

const linksShown = 50;

type Parts = { tokens: PromoTokens; runner: ShowRunner; waiting: Waiting };

/** The model's side: her show, and her promo links with who waits. */
export function viewShows(needs: ShowsNeeds, { tokens, runner, waiting }: Parts) {
  const { db, clock, accounts, publicOrigin } = needs;
  const present = (link: PromoLinkRow, show: ShowRow | undefined, name: string | undefined): PromoLink => {
    const state = promoStateOf(link, show?.promo_link_id === link.id, clock.now());
    return {
      id: link.id,
      email: link.email,
      duration: link.duration_s,
      time_used: link.used_s,
      state,
      waiting: state === "open" && link.fan_id !== null && waiting.isHere(link.id, link.fan_id),
      fan_name: name ?? null,
      url: `${publicOrigin}/promo-stream/${tokens.of(link.nonce)}`,
      created_at: link.created_at.toISOString(),
      expires_at: link.expires_at.toISOString(),
    };
  };
  return {
    promo: (link: PromoLinkRow): PromoLink => present(link, undefined, undefined),
    async studio(modelId: number): Promise<StudioShows> {
      const [show, links] = await Promise.all([
        openShow(db, { modelId }),
        linksOfModel(db, modelId, linksShown),
      ]);
      const fans = links.flatMap(({ fan_id }) => (fan_id === null ? [] : [fan_id]));
      const names = await accounts.logins(db, [...new Set([...fans, ...(show ? [show.fan_id] : [])])]);
      return {
        show: show ? { ...runner.stateOf(show), fan_name: names.get(show.fan_id) ?? "" } : null,
        promos: links.map((link) => present(link, show, names.get(link.fan_id ?? 0))),
      };
    },
  };
}
