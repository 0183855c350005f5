import { useEffect, useState } from "react";
import { written } from "#contract/written-text.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { isWholeEmail, isWholeLogin } from "#web/lib/forms/field-rules.ts";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { Spinner } from "#web/ui/Spinner.tsx";

/** The known state of a name that is being typed. */
export type Uniqueness = "unknown" | "checking" | "free" | "taken";

export type UniquenessNeeds = {
  /** Whether the text is complete enough to be asked about. */
  isWhole(text: string): boolean;
  /** Asks the server; null when it gave no answer. */
  ask(text: string, signal: AbortSignal): Promise<boolean | null>;
  onChange(state: Uniqueness): void;
};

/** Checks a name as it is typed: every input asks at once, and only the answer to the latest counts. */
export function createUniquenessCheck({
  isWhole,
  ask,
  onChange,
}: UniquenessNeeds): (text: string) => Promise<void> {
  let running: AbortController | null = null;
  return async (text) => {
    running?.abort();
    const mine = new AbortController();
    running = mine;
    const wanted = written(text);
    if (!isWhole(wanted)) return onChange("unknown");
    onChange("checking");
    const free = await ask(wanted, mine.signal);
    if (running === mine) onChange(free === null ? "unknown" : free ? "free" : "taken");
  };
}

/** Whether the user name or email being typed is still free. */
export function useUniqueness(field: "login" | "email", text: string): Uniqueness {
  const [state, setState] = useState<Uniqueness>("unknown");
  const [check] = useState(() =>
    createUniquenessCheck({
      isWhole: field === "login" ? isWholeLogin : isWholeEmail,
      ask: field === "login" ? askLogin : askEmail,
      onChange: setState,
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

/** At the end of a field: being checked, or free. "Taken" is the field's error. */
export function UniquenessBadge({ of, state }: { of: "login" | "email"; state: Uniqueness }) {
  return (
    <span role="status" className="grid size-5 place-items-center">
      {state === "checking" && (
        <>
          <Spinner size={18} className="text-text-3" />
          <span className="sr-only">{m.auth_checking()}</span>
        </>
      )}
      {state === "free" && (
        <>
          <Icon name="check" className="text-ok" />
          <span className="sr-only">{of === "login" ? m.auth_name_free() : m.auth_email_free()}</span>
        </>
      )}
    </span>
  );
}
