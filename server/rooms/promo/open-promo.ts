import type { Account } from "#server/identity/identity.ts";
import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { RoomsNeeds } from "../needs.ts";
import { promoStateOf } from "../rules/promo-state.ts";
import { openParticipantOfFan, type ParticipantRow } from "../store/participants-store.ts";
import { claimLink, linkByHash, lockFan, lockLink, type PromoLinkRow } from "../store/promo-links-store.ts";
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
        | "promo_used"
        | "promo_active";
    }
  | { code: "promo_expired" | "promo_withdrawn"; room: string | null };

/** An opened promo, and the show that runs on it. */
export type OpenedPromo = { link: PromoLinkRow; show: ParticipantRow | null };

/**
 * Opens a promo link for a person. It belongs to the fan whose account has the email that the model wrote, and from the
 * first opening on to that account, whatever its email becomes.
 */
export function openPromo({ db, clock, accounts, catalog }: RoomsNeeds, tokens: PromoTokens) {
  return async (personId: number, token: string): Promise<Result<OpenedPromo, OpenRefusal>> => {
    const person = await accounts.byId(db, personId);
    if (person?.role === "model") return refuse({ code: "promo_models" });
    if (person?.role !== "fan") return refuse({ code: "promo_fans_only" });
    const known = await linkByHash(db, tokens.hashOf(token));
    if (!known) return refuse({ code: "promo_unknown" });
    // A link that shows nothing now stays unopened, for when its model can be seen again.
    const model = await catalog.model(db, known.model_id, person.id);
    if (!model?.listed || model.banned || model.blocked)
      return known.withdrawn && isFor(known, person)
        ? refuse({ code: "promo_withdrawn", room: null })
        : refuse({ code: "promo_unknown" });
    const room = model.status !== "stopped" && model.type === "public" ? model.login : null;
    return inTransaction(db, async (tx) => {
      await lockFan(tx, person.id);
      const link = await lockLink(tx, known.model_id, known.id);
      return link ? open(tx, link, { fan: person, room }, clock.now()) : refuse({ code: "promo_unknown" });
    });
  };
}

async function open(
  tx: Tx,
  link: PromoLinkRow,
  { fan, room }: { fan: Account; room: string | null },
  now: Date,
): Promise<Result<OpenedPromo, OpenRefusal>> {
  if (!isFor(link, fan)) return refuse({ code: "promo_other_email" });
  const running = await openParticipantOfFan(tx, fan.id);
  const show = running?.promo_link_id === link.id ? running : null;
  const state = promoStateOf(link, show !== null, now);
  if (state === "used") return refuse({ code: "promo_used" });
  if (state === "expired") return refuse({ code: "promo_expired", room });
  if (state === "withdrawn") return refuse({ code: "promo_withdrawn", room });
  if (state !== "new") return ok({ link, show });
  await expirePromosWith(tx, { fanId: fan.id, modelId: link.model_id }, now);
  if (!(await claimLink(tx, link.id, fan.id))) return refuse({ code: "promo_active" });
  return ok({ link: { ...link, fan_id: fan.id }, show: null });
}

function isFor(link: PromoLinkRow, fan: Account): boolean {
  if (link.fan_id !== null) return link.fan_id === fan.id;
  return link.email !== "" && fan.email?.toLowerCase() === link.email;
}
