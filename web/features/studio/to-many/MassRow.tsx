import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { MassMessage } from "#contract/mass-messages.ts";
import { usePayout } from "#web/entities/studio/payout.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { useLocalTime } from "#web/lib/page/local-time.ts";
import { m } from "#web/paraglide/messages.js";
import { Pill } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/buttons/Button.tsx";
import { ConfirmDialog } from "#web/ui/overlays/ConfirmDialog.tsx";
import { toastRefusal } from "#web/ui/overlays/toast.ts";
import { massStateLabel, recipientsLabel } from "./mass-labels.ts";
import { massQuery } from "./mass-query.ts";

/** A message to many: what it says, how far it has come, what it has brought, and the way to take it back. */
export function MassRow({ mass }: { mass: MassMessage }) {
  const { dateTime } = useLocalTime();
  const state = massStateLabel(mass, dateTime);
  return (
    <li
      data-testid={`mass-${mass.id}`}
      className="grid grid-cols-[minmax(0,1fr)] gap-2.5 rounded-16 bg-surface p-3.5 shadow-[inset_0_0_0_1px_var(--line)]"
    >
      <div className="flex gap-3">
        {mass.media?.thumb && (
          <img
            src={mass.media.thumb}
            alt=""
            className="size-16 flex-none rounded-12 bg-overlay object-cover"
          />
        )}
        <div className="grid min-w-0 flex-1 content-start gap-1">
          <p className="line-clamp-3 whitespace-pre-wrap wrap-anywhere">{mass.body}</p>
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-text-2">
            <Pill tone={state.tone}>{state.words}</Pill>
            <span>{recipientsLabel(mass)}</span>
            <span className="text-text-3">{dateTime(mass.created_at)}</span>
          </p>
        </div>
      </div>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <Figures mass={mass} />
        <TakeBack mass={mass} />
      </div>
    </li>
  );
}

function Figures({ mass }: { mass: MassMessage }) {
  const payout = usePayout()(mass.tokens);
  if (mass.state === "scheduled" || (mass.state === "failed" && mass.sent === 0)) return <span />;
  const sold =
    mass.price === null
      ? []
      : [
          { name: m.studio_mass_bought(), value: tokens(mass.bought) },
          {
            name: m.studio_mass_tokens(),
            value: payout === null ? tokens(mass.tokens) : `${tokens(mass.tokens)} · ${payout}`,
          },
        ];
  const figures = [
    { name: m.studio_mass_got(), value: tokens(mass.sent) },
    { name: m.studio_mass_read(), value: tokens(mass.read) },
    ...sold,
  ];
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-1">
      {figures.map(({ name, value }) => (
        <div key={name}>
          <dt className="text-12 text-text-3">{name}</dt>
          <dd className="font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const ends = { scheduled: "back", sending: "back", sent: "back", standing: "end" } as const;

/** Some fans have a message that was stopped on its way. */
const wayOf = ({ state, sent }: MassMessage) => {
  if (state === "failed") return sent > 0 ? "back" : null;
  return state in ends ? ends[state as keyof typeof ends] : null;
};

/** Takes a message back; of one that fans have already it asks first. */
function TakeBack({ mass }: { mass: MassMessage }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const readAgain = () => client.invalidateQueries(massQuery);
  const { pending, run } = useCommand({
    call: (id: number) => browserApi.call("DELETE /api/studio/mass-messages/{id}", { params: { id } }),
    onDone() {
      setAsking(false);
      return readAgain();
    },
    onRefused(refusal) {
      setAsking(false);
      toastRefusal(refusal);
      return readAgain();
    },
  });
  const way = wayOf(mass);
  if (way === null) return null;
  const isOut = mass.state === "sent" || mass.state === "sending" || mass.state === "failed";
  return (
    <>
      <Button
        size="sm"
        tone="danger"
        busy={pending}
        onClick={() => (isOut ? setAsking(true) : void run(mass.id))}
      >
        {way === "end" ? m.studio_mass_end() : m.studio_mass_back()}
      </Button>
      {asking && (
        <ConfirmDialog
          title={m.studio_mass_back_title()}
          text={m.studio_mass_back_text()}
          confirm={m.studio_mass_back()}
          busy={pending}
          onConfirm={() => void run(mass.id)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
