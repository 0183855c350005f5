import type { Message } from "../store/messages-store.ts";

/** How a delivery ended: taken by the receiving server, or refused for good. An outage throws. */
export type Delivery = "taken" | "refused";

/** Whoever carries mails out of the house. */
export type Carrier = {
  /** Throws an {@link Outage} when a later try may do better. */
  deliver(message: Message): Promise<Delivery>;
  /** Asks whether the server is there and knows us. */
  check(): Promise<"ready" | "unreachable" | "unauthorized">;
  /** Takes no more mails; what is on its way has two seconds left. */
  close(): void;
};

/** Why a mail could not be handed over now. Its message names codes only: no address, no text. */
export class Outage extends Error {
  override name = "Outage";
}
