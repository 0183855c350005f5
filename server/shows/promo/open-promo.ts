import type { Account } from "#server/identity/identity.ts";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { ShowsNeeds } from "../needs.ts";
import { promoStateOf } from "../rules/promo-state.ts";
import { openParticipantOfFan, type ParticipantRow } from "../store/participants-store.ts";
import {
  claimLink,
  linkByHash,
  lockFan,
  lockLink,
  openLinksOfFans,
  type PromoLinkRow,
} from "../store/promo-links-store.ts";
import { expirePromosWith } from "./close-promos.ts";
import type { PromoTokens } from "./promo-token.ts";

/** Why a link opens nothing for this person. `room`: the model's, while it is public and the person may see it. */
export type OpenRefusal =
  | {
      code:
        | "promo_models"
        | "promo_fans_only"
        | "promo_unknown"
        | "promo_other_email"
        | "promo_unconfirmed"
        | "promo_used"
        | "promo_active";
    }
  | { code: "promo_expired" | "promo_withdrawn"; room: string | null };

/** A promo that its fan may use, and the show that runs on it. `link.fan_id`: null until they open it. */
export type OpenedPromo = { link: PromoLinkRow; show: ParticipantRow | null };

type Found = Result<OpenedPromo, OpenRefusal>;
/** `room`: the model's, while it is public. */
type Parties = { fanId: number; room: string | null };

/**
 * The state of a promo link for a person; changes nothing. The link belongs to the fan whose account has the email
 * that the model wrote, confirmed, and from {@link openPromo} on to that account, whatever its email becomes.
 */
export function viewPromo(needs: ShowsNeeds, tokens: PromoTokens) {
  return async (personId: number, token: string): Promise<Found> => {
    const found = await findLink(needs, personId, tokens.hashOf(token));
    return found.ok ? judge(needs, needs.db, found.link, found) : found;
  };
}

/** Opens a promo link for a person, so that it is theirs. Safe to repeat. */
export function openPromo(needs: ShowsNeeds, tokens: PromoTokens) {
  return async (personId: number, token: string): Promise<Found> => {
    const found = await findLink(needs, personId, tokens.hashOf(token));
    if (!found.ok) return found;
    return inTransaction(needs.db, async (tx) => {
      await lockFan(tx, found.fanId);
      const link = await lockLink(tx, found.link.model_id, found.link.id);
      return link ? open(needs, tx, link, found) : refuse({ code: "promo_unknown" });
    });
  };
}

async function findLink(
  { db, accounts, catalog }: ShowsNeeds,
  personId: number,
  hash: Buffer,
): Promise<Result<Parties & { link: PromoLinkRow }, OpenRefusal>> {
  const person = await accounts.byId(db, personId);
  if (person?.role === "model") return refuse({ code: "promo_models" });
  if (person?.role !== "fan") return refuse({ code: "promo_fans_only" });
  const link = await linkByHash(db, hash);
  if (!link) return refuse({ code: "promo_unknown" });
  // A link that shows nothing now stays unopened, for when its model can be seen again.
  const model = await catalog.model(db, link.model_id, person.id);
  if (!model?.listed || model.banned || model.blocked)
    return link.withdrawn && isFor(link, person)
      ? refuse({ code: "promo_withdrawn", room: null })
      : refuse({ code: "promo_unknown" });
  const room = model.status !== "stopped" && model.type === "public" ? model.login : null;
  return ok({ fanId: person.id, room, link });
}

async function open(needs: ShowsNeeds, tx: Tx, link: PromoLinkRow, parties: Parties): Promise<Found> {
  const found = await judge(needs, tx, link, parties);
  if (!found.ok || found.link.fan_id !== null) return found;
  await expirePromosWith(tx, { fanId: parties.fanId, modelId: link.model_id }, needs.clock.now());
  if (!(await claimLink(tx, link.id, parties.fanId))) return refuse({ code: "promo_active" });
  return ok({ link: { ...link, fan_id: parties.fanId }, show: null });
}

async function judge(
  { accounts, clock }: ShowsNeeds,
  reader: Reader,
  link: PromoLinkRow,
  { fanId, room }: Parties,
): Promise<Found> {
  const now = clock.now();
  const fan = await accounts.byId(reader, fanId);
  if (!fan || !isFor(link, fan)) return refuse({ code: "promo_other_email" });
  const running = await openParticipantOfFan(reader, fanId);
  const show = running?.promo_link_id === link.id ? running : null;
  const state = promoStateOf(link, show !== null, now);
  if (state === "used") return refuse({ code: "promo_used" });
  if (state === "expired") return refuse({ code: "promo_expired", room });
  if (state === "withdrawn") return refuse({ code: "promo_withdrawn", room });
  if (state !== "new") return ok({ link, show });
  // Anybody can open an account with somebody else's address: whoever reads its mails confirms it.
  if (fan.validation !== "confirmed") return refuse({ code: "promo_unconfirmed" });
  const others = await openLinksOfFans(reader, { fanIds: [fanId], now });
  return others.some(({ model_id }) => model_id === link.model_id)
    ? refuse({ code: "promo_active" })
    : ok({ link, show: null });
}

function isFor(link: PromoLinkRow, fan: Account): boolean {
  if (link.fan_id !== null) return link.fan_id === fan.id;
  return link.email !== "" && fan.email?.toLowerCase() === link.email;
}
