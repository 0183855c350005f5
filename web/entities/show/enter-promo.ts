import type { PromoStream } from "#contract/shows.ts";
import type { Api } from "#web/lib/api/api.ts";

/**
 * The state of a promo link for the user who opened it. `code` names the reason why it opens nothing, `message` is to
 * be shown; for a link that is withdrawn or has expired, `room` is the model's user name while their room is public,
 * or else null.
 */
export type PromoEntry =
  | { kind: "open"; page: PromoStream }
  | { kind: "refused"; code: string; message: string; room?: string | null | undefined }
  | { kind: "signed_out" }
  | { kind: "failed" };

/** Enters by a promo link. `opens`: the link is this user's from now on. */
export async function enterPromo(api: Api, token: string, opens: boolean): Promise<PromoEntry> {
  const endpoint = opens ? "POST /api/promo-stream/{token}" : "GET /api/promo-stream/{token}";
  const answer = await api.call(endpoint, { params: { token } });
  switch (answer.status) {
    case 200:
      return { kind: "open", page: answer.body };
    case 401:
      return { kind: "signed_out" };
    case 404: {
      const { code, message, room } = answer.body;
      return { kind: "refused", code, message, room };
    }
    case 403:
    case 409:
      return { kind: "refused", code: answer.body.code, message: answer.body.message };
    default:
      return { kind: "failed" };
  }
}
