import { useQueryClient } from "@tanstack/react-query";
import { applyShowEvent, changeFanShow } from "#web/entities/show/fan-show-query.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { useSetBalance } from "#web/lib/session/viewer.ts";
import { capBody } from "./consent.ts";
import type { Agreement } from "./ConsentSheet.tsx";

type Model = { id: number; login: string };
/** `onSpying`: the fan is in the show, and the room is theirs to enter. */
type Options = { onSpying?(): void };

/** Asks a model for a show, or begins to spy on one, with what the fan agreed to. */
export function useAskShow(model: Model, { onSpying }: Options = {}) {
  const client = useQueryClient();
  const setBalance = useSetBalance();
  return useCommand({
    call: async (agreement: Agreement, key) =>
      agreement.terms.kind === "spy" ? await spy(model, agreement, key) : await ask(model, agreement, key),
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

function ask({ id }: Model, { terms, cap, twoWay }: Agreement, idempotencyKey: string) {
  const mode = terms.kind === "vip" ? ("vip" as const) : ("private" as const);
  const camera = twoWay ? { two_way: true } : {};
  const unseen = mode === "private" && terms.spyRate === null ? { spies_allowed: false as const } : {};
  const { rate, minimum } = terms;
  const body = { model_id: id, mode, rate, minimum, ...unseen, ...capBody(cap), ...camera };
  return browserApi.call("POST /api/fan/show-requests", { body, idempotencyKey });
}
