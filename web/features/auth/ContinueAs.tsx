import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Avatar } from "#web/ui/pictures/Avatar.tsx";
import { AuthCard } from "./AuthCard.tsx";

type Face = { login: string; avatar: string | null };

/** `to`: the path that is opened after either answer. */
type ContinueAsProps = { now: Face; next: Face; to: string };

/**
 * Asks the signed-in user whether to go on as the person of a login link. The forms are plain: they work before any
 * script does, and the server changes the session.
 */
export function ContinueAs({ now, next, to }: ContinueAsProps) {
  const back = encodeURIComponent(to);
  return (
    <AuthCard
      title={m.continue_as_title()}
      lead={m.continue_as_lead()}
      problem={null}
      footer={m.continue_as_foot({ name: now.login })}
    >
      <ul className="mt-6 grid gap-2">
        <Person {...now} role={m.continue_as_now()} />
        <Person {...next} role={m.continue_as_link()} />
      </ul>
      <form method="post" action={`/continue-as?answer=continue&to=${back}`} className="mt-6">
        <Button type="submit" tone="primary" size="lg" wide>
          <span className="truncate">{m.continue_as_yes({ name: next.login })}</span>
        </Button>
      </form>
      <form method="post" action={`/continue-as?answer=stay&to=${back}`} className="mt-2">
        <Button type="submit" tone="plain" size="lg" wide>
          <span className="truncate">{m.continue_as_no({ name: now.login })}</span>
        </Button>
      </form>
    </AuthCard>
  );
}

function Person({ login, avatar, role }: Face & { role: string }) {
  return (
    <li className="flex items-center gap-3 rounded-12 bg-raised px-4 py-3">
      <Avatar name={login} src={avatar} />
      <div className="min-w-0">
        <p className="truncate font-semibold">{login}</p>
        <p className="text-14 text-text-2">{role}</p>
      </div>
    </li>
  );
}
