import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { StudioRequest } from "#contract/paid-shows.ts";
import type { RealtimeEvents } from "#contract/realtime-events.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { useRealtimeEvent } from "#web/lib/realtime/RealtimeProvider.tsx";
import { m } from "#web/paraglide/messages.js";
import { toast, toastRefusal } from "#web/ui/toast.ts";
import { type Invitation, without, withRequest } from "./request-queue.ts";

/** Events bring every change; asking heals what was missed while the connection was gone. */
const askPeriodMs = 10_000;

const requestsQuery = queryOptions<readonly StudioRequest[]>({
  queryKey: ["studio", "requests"],
  staleTime: 0,
  refetchInterval: askPeriodMs,
  async queryFn() {
    const answer = await browserApi.call("GET /api/studio/show-requests");
    if (answer.status !== 200) throw new Error(answer.body.message);
    return answer.body.data;
  },
});

export type RequestAnswer = { request: StudioRequest; accept: boolean; reason?: string };
export type Requests = ReturnType<typeof useRequests>;

/** What waits for an answer: fans' requests for the model's, and the model's invitations for the fans'. */
export function useRequests() {
  const client = useQueryClient();
  const requests = useQuery(requestsQuery).data ?? [];
  const [invitations, setInvitations] = useState<readonly Invitation[]>([]);
  const change = (next: (now: readonly StudioRequest[]) => readonly StudioRequest[]) =>
    client.setQueryData(requestsQuery.queryKey, (now) => next(now ?? []));
  useRealtimeEvent("ShowRequested", (request) => void change((now) => withRequest(now, request)));
  useRealtimeEvent("ShowRequestAnswered", (event) => {
    const asked = requests.find(({ id }) => id === event.id);
    const invited = invitations.find(({ id }) => id === event.id);
    if (asked) toastGone(asked, event);
    if (invited) toastInvitation(invited, event);
    change((now) => without(now, event.id));
    setInvitations((now) => without(now, event.id));
  });
  const answer = useCommand({
    call: ({ request, accept, reason }: RequestAnswer) =>
      browserApi.call("POST /api/studio/show-requests/{id}", {
        params: { id: request.id },
        body: { accept, ...(reason ? { reason } : {}) },
      }),
    onDone: (_answer, { request }) => void change((now) => without(now, request.id)),
    onRefused(refusal) {
      void client.invalidateQueries({ queryKey: requestsQuery.queryKey });
      toastRefusal(refusal);
    },
  });
  const invite = useCommand({
    call: ({ fan, mode }: Pick<Invitation, "fan" | "mode">) =>
      browserApi.call("POST /api/studio/invitations", { body: { fan_id: fan.id, mode } }),
    onDone({ body }, { fan, mode }) {
      setInvitations((now) => [...without(now, body.id), { ...body, fan, mode }]);
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

function toastInvitation({ fan: { name } }: Invitation, { state }: Answered): void {
  if (state === "declined") toast({ kind: "info", text: m.studio_invitation_declined({ name }) });
  if (state === "expired") toast({ kind: "info", text: m.studio_invitation_expired({ name }) });
}
