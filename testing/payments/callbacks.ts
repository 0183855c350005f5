import { randomUUID } from "node:crypto";
import { signCallback } from "#demo/gateways/sandbox/callbacks.ts";
import { sandboxSecret } from "./fakes.ts";

/** The fields of a callback of the card processor; a missing one fits the first package. */
export type SandboxReport = {
  reference: string;
  status: string;
  amount?: string;
  currency?: string;
  eventId?: string;
  /** The number of the change of the sale at the processor; left out as by a processor that counts nothing. */
  sequence?: number;
};

/** A callback as the processor would send it, or, signed with another `secret`, as somebody pretends it does. */
export function signedReport(report: SandboxReport, secret = sandboxSecret) {
  const { reference, status, amount = "10.99", currency = "USD", eventId = randomUUID(), sequence } = report;
  const sale = {
    id: "sbx_test",
    ...{ reference, status, amount, currency },
    decline_code: null,
    card: { brand: "visa", bin: "400000", last4: "3220" },
    ...(sequence !== undefined && { sequence }),
  };
  const body = JSON.stringify({ event_id: eventId, event_type: `sale.${status}`, sale });
  const headers = {
    "content-type": "application/json",
    "sandbox-signature": signCallback(secret, randomUUID(), body),
  };
  return { headers, body };
}

/** Delivers a callback to the payments at `origin`. */
export function sendReport(origin: string, report: SandboxReport, secret?: string): Promise<Response> {
  const url = `${origin}/service/payments/callback/sandbox`;
  return fetch(url, { method: "POST", ...signedReport(report, secret) });
}
