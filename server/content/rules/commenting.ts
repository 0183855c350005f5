/**
 * Somebody before a post. A fan: whether it is `open` to them, whether they are a `customer` of its model (subscribed, or a
 * buyer of anything of theirs), and what stands between the two.
 */
export type PostPerson =
  | { kind: "guest" | "staff" | "other_model" | "own_model" }
  | {
      kind: "fan";
      open: boolean;
      /** The model has taken the post back: it stays for those who bought it, as it is. */
      withdrawn: boolean;
      customer: boolean;
      /** The model has blocked the fan. */
      banned: boolean;
      /** The fan has blocked the model. */
      hasBlocked: boolean;
      /** Muted in the model's room for now. */
      muted: boolean;
    };

/** `read`: the comments of a post · `comment`: add one · `like`: give it a heart, or take it back. */
export type PostAction = "read" | "comment" | "like";

/** Why not. The database refuses the same (`content.is_customer`, `live.refuse_muted_comment`). */
export type PostObjection =
  | "unauthenticated"
  | "forbidden"
  | "post_locked"
  | "post_withdrawn"
  | "customers_only"
  | "banned"
  | "model_blocked"
  | "muted";

/** Whether a person may do something with a post; null: yes. */
export function postObjection(person: PostPerson, action: PostAction): PostObjection | null {
  switch (person.kind) {
    case "guest":
      return "unauthenticated";
    case "own_model":
      return action === "like" ? "forbidden" : null;
    case "staff":
    case "other_model":
      return "forbidden";
    case "fan":
      if (person.banned) return "banned";
      if (person.hasBlocked) return "model_blocked";
      if (!person.open) return "post_locked";
      if (action === "read") return null;
      if (person.withdrawn) return "post_withdrawn";
      if (!person.customer) return "customers_only";
      return action === "comment" && person.muted ? "muted" : null;
  }
}
