import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { refusalText } from "#web/lib/api/refusal.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { useRealtimeEvent } from "#web/lib/realtime/RealtimeProvider.tsx";
import { useViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/overlays/toast.ts";
import { startSubscription, subscribedQuery } from "./subscription-api.ts";
import type { Term } from "./term-labels.ts";

/**
 * offer: what it costs, and the consent · opening: the form is asked for · form: the provider's page is shown ·
 * waiting: it was paid, and the provider's confirmation is awaited · failed: the form was left without a payment · done.
 */
type SubscribePhase = "offer" | "opening" | "form" | "waiting" | "failed" | "done";

const askEveryMs = 2_000;

/** The message of the page that the provider's form leads to, for the page around it. */
export type FormLeft = { kind: "subscription-form"; model: number; end: "success" | "failed" };

/** One subscription to a model: from the offer to the provider's confirmation. */
export function useSubscribe(
  model: { id: number; name: string },
  { months, price }: Term,
  onDone: () => void,
) {
  const client = useQueryClient();
  const viewer = useViewer();
  const [phase, setPhase] = useState<SubscribePhase>("offer");
  const [url, setUrl] = useState<string | null>(null);
  /** When the subscription was read last before the form was there, ms. */
  const [readBefore, setReadBefore] = useState(0);
  const finish = () => {
    if (phase === "done") return;
    setPhase("done");
    toast({ kind: "success", text: m.sub_done_toast({ name: model.name }) });
    // Content for subscribers only may stand anywhere on the page.
    void client.invalidateQueries();
    onDone();
  };
  const { queryKey } = subscribedQuery(model.id);
  /** A reading from before the form was there may be of a subscription that has ended since. */
  const readAgain = () => {
    const canceled = client.cancelQueries({ queryKey });
    setReadBefore(client.getQueryState(queryKey)?.dataUpdatedAt ?? 0);
    void canceled.then(() => client.invalidateQueries({ queryKey }));
  };
  useFormLeft(model.id, (end) => setPhase(end === "success" ? "waiting" : "failed"));
  useRealtimeEvent("CallbackBuySubscriptionEvent", ({ fan_id, model_id }) => {
    if (fan_id === viewer?.id && model_id === model.id) finish();
  });
  const { pending, refusal, run } = useCommand({
    call: startSubscription,
    onDone({ body }) {
      if (body.status !== "payment" || !body.url) return finish();
      setUrl(body.url);
      setPhase("form");
      return readAgain();
    },
    onRefused() {
      setPhase("offer");
      // Another price than the fan has read: the page shows the new one, to be agreed to.
      void client.invalidateQueries({ queryKey });
    },
  });
  // A form that was left as failed may have been paid all the same.
  const awaited = phase === "form" || phase === "waiting" || phase === "failed";
  const { data, dataUpdatedAt } = useQuery({
    ...subscribedQuery(model.id),
    enabled: phase === "waiting",
    refetchInterval: phase === "waiting" ? askEveryMs : false,
  });
  const hasArrived = awaited && data?.fanSubscribed === true && dataUpdatedAt > readBefore;
  const found = useEffectEvent(finish);
  useEffect(() => {
    if (hasArrived) found();
  }, [hasArrived]);
  return {
    phase: pending ? "opening" : phase,
    url,
    problem: refusal && refusalText(refusal),
    /** Asks for the provider's form, or shows the one that is open again. */
    open: () => run({ modelId: model.id, months, price }),
  };
}

/** Handles the message that the form was left, from our own pages only. */
function useFormLeft(modelId: number, onLeft: (end: FormLeft["end"]) => void): void {
  const left = useEffectEvent(onLeft);
  useEffect(() => {
    const onMessage = ({ origin, data }: MessageEvent) => {
      if (origin !== location.origin || data?.kind !== "subscription-form") return;
      const { model, end } = data as FormLeft;
      if (model === modelId) left(end);
    };
    window.addEventListener("message", onMessage);
    return () => window.removeEventListener("message", onMessage);
  }, [modelId]);
}
