import { useQueryClient } from "@tanstack/react-query";
import { applyShowEvent, changeFanShow } from "#web/entities/show/fan-show-query.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { useSetBalance } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { capBody, spiesChanged } from "./consent.ts";
import type { Agreement } from "./ConsentSheet.tsx";

type Model = { id: number; login: string };
type Options = {
  /** What spying costs a minute, should others be allowed to spy meanwhile. */
  spyRate: number;
  /** The fan is in the show: the room is theirs to enter. */
  onSpying?(): void;
};

/** Asks a model for a show, or begins to spy on one, with what the fan agreed to. */
export function useAskShow(model: Model, { spyRate, onSpying }: Options) {
  const client = useQueryClient();
  const setBalance = useSetBalance();
  return useCommand({
    call: async (agreement: Agreement, key) =>
      agreement.terms.kind === "spy"
        ? await spy(model, agreement, key)
        : await ask(model, agreement, key, spyRate),
    onDone({ body }, { terms }) {
      if ("show" in body) {
        const { show } = body;
        applyShowEvent(client, {
          name: "ShowStarted",
          data: { model_id: model.id, slug: model.login, show },
        });
        return onSpying?.();
      }
      const { id, expires_at } = body;
      const mode = terms.kind === "vip" ? "vip" : "private";
      const request = { id, slug: model.login, mode, state: "asked", expires_at } as const;
      changeFanShow(client, (state) => ({ ...state, request, over: null }));
    },
    onRefused: ({ balance }) => balance !== undefined && setBalance(balance),
  });
}

function spy({ id }: Model, { terms, cap }: Agreement, idempotencyKey: string) {
  // Another device may have shown the free seconds meanwhile: without any left, nothing must begin that costs.
  const free = cap.kind === "look" ? { free_only: true } : {};
  const body = { model_id: id, rate: terms.rate, ...capBody(cap), ...free };
  return browserApi.call("POST /api/fan/spy", { body, idempotencyKey });
}

/** A request that others may spy on, where the fan agreed to one without spies, is taken back. */
async function ask(
  { id }: Model,
  { terms, cap, twoWay }: Agreement,
  idempotencyKey: string,
  spyRate: number,
) {
  const mode = terms.kind === "vip" ? ("vip" as const) : ("private" as const);
  const camera = twoWay ? { two_way: true } : {};
  const { rate, minimum } = terms;
  const body = { model_id: id, mode, rate, minimum, ...capBody(cap), ...camera };
  const answer = await browserApi.call("POST /api/fan/show-requests", { body, idempotencyKey });
  if (answer.status !== 201 || !answer.body.spies_allowed || terms.spyRate !== null) return answer;
  await browserApi.call("DELETE /api/fan/show-requests/{id}", { params: { id: answer.body.id } });
  return {
    status: 409 as const,
    body: { code: spiesChanged, message: m.consent_spies_changed(), rate: spyRate },
  };
}
