import { queryOptions, useQueryClient } from "@tanstack/react-query";
import type { PushState } from "#contract/push.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { queryApi } from "#web/lib/api/query-client.ts";
import { type Command, useCommand } from "#web/lib/api/use-command.ts";
import { storageKeys } from "#web/lib/constants.ts";
import { endpointHere, type PushTrouble, pushTrouble, subscribeHere } from "#web/lib/platform/push.ts";
import { localStore } from "#web/lib/platform/storage.ts";
import { useViewer } from "#web/lib/session/viewer.ts";

export type PushHere = {
  publicKey: string;
  /** Whether this browser is notified, at the address that the server has. */
  on: boolean;
  details: boolean;
};

/** Whether this browser gets notifications while no page is open. Browser only. */
export const pushHereQuery = queryOptions({
  queryKey: ["push-here"],
  async queryFn({ signal, meta }): Promise<PushHere> {
    return hereOf(answerOf(await queryApi(meta).call("GET /api/fan/push", { signal })));
  },
  staleTime: 0,
});

async function hereOf({ public_key, device }: PushState): Promise<PushHere> {
  const on = device !== null && device.endpoint === (await endpointHere());
  return { publicKey: public_key, on, details: device?.details ?? false };
}

type Wanted = { on: boolean; details: boolean };
type TroubleAnswer = { status: 409; body: { code: PushTrouble; message: string } };

/** Turns it on (after a press, as the browser may ask), with or without details, or off. */
export function useTurnPush(publicKey: string): Command<Wanted, Awaited<ReturnType<typeof turn>>> {
  const client = useQueryClient();
  const viewer = useViewer();
  return useCommand({
    call: (wanted: Wanted) => turn(publicKey, wanted),
    onDone(_answer, wanted) {
      remember(viewer?.id ?? 0, wanted);
      client.setQueryData(pushHereQuery.queryKey, { publicKey, ...wanted });
    },
  });
}

async function turn(publicKey: string, { on, details }: Wanted) {
  if (!on) return browserApi.call("DELETE /api/fan/push");
  const subscription = await subscribeHere(publicKey);
  if (typeof subscription === "string")
    return { status: 409, body: { code: subscription, message: "" } } satisfies TroubleAnswer;
  return browserApi.call("POST /api/fan/push", { body: { ...subscription, details } });
}

/** A fan's choice for this browser, for the sessions after this one; until they sign out. */
type Choice = { fanId: number; details: boolean };

function remember(fanId: number, { on, details }: Wanted): void {
  if (on) localStore.setItem(storageKeys.push, JSON.stringify({ fanId, details } satisfies Choice));
  else localStore.removeItem(storageKeys.push);
}

function chosen(): Choice | null {
  try {
    return JSON.parse(localStore.getItem(storageKeys.push) ?? "null") as Choice | null;
  } catch {
    return null;
  }
}

/** Whether a fan who asks to be notified could also be notified here: they have not said yes or no yet. Browser only. */
export const canOfferPushHere = (): boolean => pushTrouble() === null && chosen() === null;

/**
 * Turns this browser's notifications on again in a new session of a fan who chose it in one before. Asks nobody: where the permission was
 * taken back, nothing happens. Browser only.
 */
export async function renewPush(fanId: number): Promise<void> {
  const choice = chosen();
  if (choice?.fanId !== fanId || pushTrouble() || Notification.permission !== "granted") return;
  const answer = await browserApi.call("GET /api/fan/push");
  if (answer.status !== 200 || (await hereOf(answer.body)).on) return;
  await turn(answer.body.public_key, { on: true, details: choice.details });
}
