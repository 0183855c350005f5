import type { accountsContract } from "#contract/accounts.ts";
import type { olderCallsContract } from "#contract/older-calls.ts";
import type { passwordContract } from "#contract/password.ts";
import type { Handlers } from "#server/kit/http/call.ts";

/** The older names lead to the very handlers of today's, so that limits and answers are shared. */
export function olderCallRoutes(
  today: Handlers<typeof accountsContract> & Handlers<typeof passwordContract>,
): Handlers<typeof olderCallsContract> {
  return {
    "POST /api/login": today["POST /api/web_login"],
    "POST /api/logout": today["POST /api/web_logout"],
    "POST /api/register": today["POST /auth/register"],
    "GET /api/login_unique": today["GET /api/service/login-uniqueness"],
    "GET /api/email_unique": today["GET /api/service/email-uniqueness"],
    "POST /api/forgot-password": today["POST /auth/password/email"],
  };
}
