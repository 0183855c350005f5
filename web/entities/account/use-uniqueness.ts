import { useEffect, useState } from "react";
import { createUniquenessCheck, type Uniqueness } from "#web/entities/account/uniqueness.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { isWholeEmail, isWholeLogin } from "#web/lib/forms/field-rules.ts";

/** Whether the user name or email being typed is still free. */
export function useUniqueness(field: "login" | "email", text: string): Uniqueness {
  const [state, setState] = useState<Uniqueness>("unknown");
  const [check] = useState(() =>
    createUniquenessCheck({
      isWhole: field === "login" ? isWholeLogin : isWholeEmail,
      ask: field === "login" ? askLogin : askEmail,
      tell: setState,
    }),
  );
  useEffect(() => void check(text), [check, text]);
  return state;
}

async function askLogin(login: string, signal: AbortSignal): Promise<boolean | null> {
  const answer = await browserApi.call("GET /api/service/login-uniqueness", { query: { login }, signal });
  return answer.status === 200 ? answer.body.status : null;
}

async function askEmail(email: string, signal: AbortSignal): Promise<boolean | null> {
  const answer = await browserApi.call("GET /api/service/email-uniqueness", { query: { email }, signal });
  return answer.status === 200 ? answer.body.status : null;
}
