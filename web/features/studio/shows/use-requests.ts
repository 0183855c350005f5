import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import type { StudioRequest } from "#contract/paid-shows.ts";
import type { RealtimeEvents } from "#contract/realtime-events.ts";
import { answerSecondsMax } from "#web/entities/show/fan-show.ts";
import { studioRequestsQuery } from "#web/entities/studio/studio-requests.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { useRealtimeEvent } from "#web/lib/realtime/RealtimeProvider.tsx";
import { m } from "#web/paraglide/messages.js";
import { toast, toastRefusal } from "#web/ui/overlays/toast.ts";
import { type Invitation, without } from "./request-queue.ts";

/** Events bring every change; asking heals what was missed while the connection was gone. */
const askPeriodMs = 10_000;

/** An invitation whose event was lost has expired by then all the same. */
const keptMs = (answerSecondsMax + 1) * 1000;

export type RequestAnswer = { request: StudioRequest; accept: boolean; reason?: string };
export type Requests = ReturnType<typeof useRequests>;

/** The requests that wait for an answer: fans' for the model's, and the model's invitations for the fans'. */
export function useRequests() {
  const client = useQueryClient();
  const { queryKey } = studioRequestsQuery;
  const requests = useQuery({ ...studioRequestsQuery, refetchInterval: askPeriodMs }).data ?? [];
  const [invitations, setInvitations] = useState<readonly Invitation[]>([]);
  // The outcome of requests that went without the model's doing; the list itself follows its events.
  useRealtimeEvent("ShowRequestAnswered", (event) => {
    const { id } = event;
    const asked = requests.find((request) => request.id === id);
    const invited = invitations.find((invitation) => invitation.id === id);
    if (asked) toastGone(asked, event);
    if (invited) toastInvitation(invited, event);
    setInvitations((now) => without(now, id));
  });
  const lapse = useEffectEvent((invitation: Invitation) => {
    setInvitations((now) => without(now, invitation.id));
    toastInvitation(invitation, { state: "expired" });
  });
  useEffect(() => {
    const timers = invitations.map((each) =>
      setTimeout(() => lapse(each), each.madeAt + keptMs - performance.now()),
    );
    return () => {
      for (const timer of timers) clearTimeout(timer);
    };
  }, [invitations]);
  const answer = useCommand({
    call: ({ request, accept, reason }: RequestAnswer) =>
      browserApi.call("POST /api/studio/show-requests/{id}", {
        params: { id: request.id },
        body: { accept, ...(reason ? { reason } : {}) },
      }),
    onDone({ body }, { request, accept }) {
      client.setQueryData(queryKey, (now) => now && without(now, request.id));
      if (accept && body.request.state !== "accepted")
        toast({ kind: "error", text: m.studio_request_unpaid({ name: request.fan.login }) });
    },
    onRefused(refusal) {
      void client.invalidateQueries({ queryKey });
      toastRefusal(refusal);
    },
  });
  const invite = useCommand({
    call: ({ fan, mode }: Pick<Invitation, "fan" | "mode">) =>
      browserApi.call("POST /api/studio/invitations", { body: { fan_id: fan.id, mode } }),
    onDone({ body }, { fan, mode }) {
      const made = { ...body, fan, mode, madeAt: performance.now() };
      setInvitations((now) => [...without(now, body.id), made]);
      toast({ kind: "success", text: m.studio_invited({ name: fan.name }) });
    },
    onRefused: toastRefusal,
  });
  return { requests, invitations, answer, invite };
}

type Answered = RealtimeEvents["ShowRequestAnswered"];

/** A request that went without the model's doing. */
function toastGone({ fan }: StudioRequest, { state }: Answered): void {
  const name = fan.login;
  if (state === "withdrawn") toast({ kind: "info", text: m.studio_request_withdrawn({ name }) });
  if (state === "expired") toast({ kind: "info", text: m.studio_request_expired({ name }) });
}

function toastInvitation({ fan: { name } }: Invitation, { state }: Pick<Answered, "state">): void {
  if (state === "declined") toast({ kind: "info", text: m.studio_invitation_declined({ name }) });
  if (state === "expired") toast({ kind: "info", text: m.studio_invitation_expired({ name }) });
}
