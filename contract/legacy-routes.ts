import { accountsContract } from "./accounts.ts";
import { passwordContract } from "./credentials.ts";
import type { Contract, Endpoint } from "./endpoint.ts";

const legacy = <E extends Endpoint>(current: string, endpoint: E) => ({
  ...endpoint,
  summary: `Older name of \`${current}\``,
});

/** Earlier names of calls, kept for callers that still use them: the same input, answers and limits. */
export const legacyRoutesContract = {
  "POST /api/login": legacy("POST /api/web_login", accountsContract["POST /api/web_login"]),
  "POST /api/logout": legacy("POST /api/web_logout", accountsContract["POST /api/web_logout"]),
  "POST /api/register": legacy("POST /auth/register", accountsContract["POST /auth/register"]),
  "GET /api/login_unique": legacy(
    "GET /api/service/login-uniqueness",
    accountsContract["GET /api/service/login-uniqueness"],
  ),
  "GET /api/email_unique": legacy(
    "GET /api/service/email-uniqueness",
    accountsContract["GET /api/service/email-uniqueness"],
  ),
  "POST /api/forgot-password": legacy(
    "POST /auth/password/email",
    passwordContract["POST /auth/password/email"],
  ),
} as const satisfies Contract;
