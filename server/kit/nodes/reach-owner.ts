import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from "node:http";
import type { Clock } from "#server/kit/clock.ts";
import { nodeHeaders, notOwnerStatus } from "./node-server.ts";
import { type NodeOwnership, OwnerAway } from "./ownership.ts";

export type OwnerRequest = {
  method: string;
  path: string;
  headers: OutgoingHttpHeaders;
  body: Buffer;
  /** The request may be sent again when nobody knows whether it was carried out. */
  isRepeatable: boolean;
  /** How long an owner is waited for. */
  waitMs: number;
};

export type OwnerAnswer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

const pauseMs = 250;
const answerMsMax = 30_000;

/** Where the owner is, and what it knows other nodes by. */
export type OwnerPlace = { address: string; secret: string };

/**
 * Asks the owner of the media. While there is none, or one that stops, it is asked again once another has taken over; throws
 * {@link OwnerAway} when that takes too long, or when it is unknown what became of what cannot be repeated.
 */
export function askingOwner(ownership: Pick<NodeOwnership, "owner">, clock: Clock) {
  return async <Answer extends { status: number }>(
    ask: (owner: OwnerPlace) => Promise<Answer>,
    { waitMs, isRepeatable }: Pick<OwnerRequest, "waitMs" | "isRepeatable">,
  ): Promise<Answer> => {
    const nowMs = () => clock.now().getTime();
    const untilMs = nowMs() + waitMs;
    for (let tries = 0; ; tries += 1) {
      const owner = await ownership.owner(tries > 0).catch(() => null);
      let cause: unknown;
      if (owner) {
        try {
          const answer = await ask(owner);
          if (answer.status !== notOwnerStatus) return answer;
        } catch (error) {
          // Nothing was sent to who does not listen.
          const wasSent = (error as NodeJS.ErrnoException).code !== "ECONNREFUSED";
          if (wasSent && !isRepeatable) throw new OwnerAway("the owner of the media gave no answer", error);
          cause = error;
        }
      }
      // A database that is silent answers each question late.
      if (nowMs() >= untilMs) throw new OwnerAway("no node owns the media", cause);
      await new Promise<void>((resolve) => clock.after(pauseMs, resolve));
    }
  };
}

/** Asks the owner of the media over HTTP, as {@link askingOwner} does. */
export function reachOwner(ownership: Pick<NodeOwnership, "owner">, clock: Clock) {
  const atOwner = askingOwner(ownership, clock);
  return ({ waitMs, isRepeatable, ...asked }: OwnerRequest): Promise<OwnerAnswer> =>
    atOwner((owner) => ask(owner, asked), { waitMs, isRepeatable });
}

/** How a node connects to another one. */
export function connectionTo({ address }: Pick<OwnerPlace, "address">) {
  const { hostname, port } = new URL(`http://${address}`);
  // One request a connection: one that is kept open may be closed in the moment that it is used.
  return { host: hostname.replace(/^\[|\]$/g, ""), port, agent: false as const };
}

function ask(
  { address, secret }: OwnerPlace,
  { method, path, headers, body }: Omit<OwnerRequest, "isRepeatable" | "waitMs">,
): Promise<OwnerAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        ...connectionTo({ address }),
        method,
        path,
        headers: { ...headers, [nodeHeaders.secret]: secret, "content-length": body.length },
        timeout: answerMsMax,
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.once("end", () =>
          resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: Buffer.concat(chunks) }),
        );
        answer.once("error", reject);
      },
    );
    sent.once("timeout", () => sent.destroy(new Error("the owner of the media is silent")));
    sent.once("error", reject);
    sent.end(body);
  });
}
