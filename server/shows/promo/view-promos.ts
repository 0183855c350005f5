import type { PromoStreamData } from "#contract/catalog.ts";
import type { PromoLink, StudioShows } from "#contract/shows.ts";
import type { ShowKeeper } from "../meter/keep-shows.ts";
import type { ShowsNeeds } from "../needs.ts";
import { promoStateOf } from "../rules/promo-state.ts";
import { openParticipants, type ParticipantRow } from "../store/participants-store.ts";
import { linksOfModel, type PromoLinkRow } from "../store/promo-links-store.ts";
import { paidByGoneSpies } from "../store/show-payments-store.ts";
import type { PromoTokens } from "./promo-token.ts";
import type { Waiting } from "./waiting.ts";

const linksShown = 50;

type Parts = { tokens: PromoTokens; keeper: Pick<ShowKeeper, "stateOf">; waiting: Waiting };

/** The model's side: the show that they are in, and their promo links with who waits. */
export function viewPromos(needs: ShowsNeeds, { tokens, keeper, waiting }: Parts) {
  const { db, clock, accounts, publicOrigin } = needs;
  const present = (
    link: PromoLinkRow,
    show: ParticipantRow | undefined,
    name: string | undefined,
  ): PromoLink => {
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
  const presentShow = async (show: ParticipantRow, spies: readonly ParticipantRow[], fan_name: string) => {
    const states = await Promise.all(spies.map((spy) => keeper.stateOf(spy)));
    const paid = states.reduce((sum, { spent }) => sum + spent, 0);
    const tokens = paid + (await paidByGoneSpies(db, show.session_id));
    return { ...(await keeper.stateOf(show)), fan_name, spies: { tokens } };
  };
  return {
    promo: (link: PromoLinkRow): PromoLink => present(link, undefined, undefined),
    async studio(modelId: number): Promise<StudioShows> {
      const [participants, links] = await Promise.all([
        openParticipants(db, modelId),
        linksOfModel(db, modelId, linksShown),
      ]);
      const show = participants.find(({ role }) => role !== "spy");
      const fans = links.flatMap(({ fan_id }) => (fan_id === null ? [] : [fan_id]));
      const names = await accounts.shownNames(db, [...new Set([...fans, ...(show ? [show.fan_id] : [])])]);
      const spies = participants.filter(({ role }) => role === "spy");
      return {
        show: show ? await presentShow(show, spies, names.get(show.fan_id) ?? "") : null,
        promos: links.map((link) => present(link, show, names.get(link.fan_id ?? 0))),
      };
    },
  };
}

/** A promo on a card of its own fan, in the words of the wire; seconds. */
export function presentPromo(link: PromoLinkRow, tokens: PromoTokens): PromoStreamData {
  return {
    id: link.id,
    duration: link.duration_s,
    email: link.email,
    fan_id: link.fan_id,
    time_used: link.used_s,
    token: tokens.of(link.nonce),
  };
}
