import { useQueryClient } from "@tanstack/react-query";
import { NotifyButton } from "#web/entities/room/NotifyButton.tsx";
import { changeFanShow } from "#web/entities/show/fan-show-query.ts";
import { answerSecondsMax, type FanRequest } from "#web/entities/show/fan-show.ts";
import { useSecondsUntil } from "#web/entities/show/use-show-clock.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Sheet } from "#web/ui/overlays/Sheet.tsx";
import { toastRefusal } from "#web/ui/overlays/toast.ts";
import { CountdownRing } from "./CountdownRing.tsx";
import { lostText, unpaidText } from "./show-texts.ts";

type RequestSheetProps = {
  request: FanRequest | null;
  name: string;
  container: HTMLElement | null;
  onRead(): void;
  onAskAgain(mode: FanRequest["mode"]): void;
};

/** The outcome of a request: the wait for its answer, which can be ended, and a no with its reason. */
export function RequestSheet({ request, name, container, onRead, onAskAgain }: RequestSheetProps) {
  const client = useQueryClient();
  const { run, pending } = useCommand({
    call: (id: number) => browserApi.call("DELETE /api/fan/show-requests/{id}", { params: { id } }),
    onDone: () => changeFanShow(client, (state) => ({ ...state, request: null })),
    onRefused: (refusal) => toastRefusal(refusal),
  });
  if (request === null) return null;
  if (request.state === "asked") {
    const withdraw = () => void run(request.id);
    return (
      <Sheet open locked onClose={withdraw} container={container} title={m.request_title({ name })}>
        <Waiting request={request} name={name} />
        <Button tone="outline" size="lg" wide busy={pending} onClick={withdraw}>
          {m.request_withdraw()}
        </Button>
      </Sheet>
    );
  }
  const declined = request.state === "declined";
  const unpaid = declined ? unpaidText(request.reason) : null;
  const lost = declined ? lostText(request.reason, name) : null;
  return (
    <Sheet
      open
      onClose={onRead}
      container={container}
      title={lost ?? titleOf(request, { name, unpaid: unpaid !== null })}
    >
      <div role="status" className="grid gap-3 text-text-2">
        {unpaid !== null && <p className="text-text">{unpaid}</p>}
        {unpaid === null && lost === null && request.reason !== undefined && (
          <blockquote className="rounded-16 bg-overlay px-4 py-3 text-text">{request.reason}</blockquote>
        )}
        <p>{declined ? m.request_declined_text() : m.request_expired_text({ name })}</p>
      </div>
      {unpaid === null && request.reason !== "in_show" && (
        <NotifyButton slug={request.slug} name={name} tone="outline" />
      )}
      <div className="grid grid-cols-2 gap-2">
        <Button tone="outline" size="lg" wide onClick={() => onAskAgain(request.mode)}>
          {m.request_again()}
        </Button>
        <Button tone="solid" size="lg" wide onClick={onRead}>
          {m.common_ok()}
        </Button>
      </div>
    </Sheet>
  );
}

/** The model has said yes to a show that could not be paid. */
function titleOf({ state }: FanRequest, { name, unpaid }: { name: string; unpaid: boolean }): string {
  if (unpaid) return m.request_unpaid_title({ name });
  return state === "declined" ? m.request_declined_title({ name }) : m.request_expired_title({ name });
}

function Waiting({ request, name }: { request: FanRequest; name: string }) {
  const left = useSecondsUntil(request.expires_at, answerSecondsMax);
  return (
    <div className="grid grid-cols-[auto_1fr] items-center gap-4">
      <CountdownRing left={left} of={answerSecondsMax} label={m.request_left({ count: left })} />
      <p role="status" className="text-text-2">
        {m.request_text({ name })}
      </p>
    </div>
  );
}
