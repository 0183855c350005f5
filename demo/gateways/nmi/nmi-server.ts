import type { FastifyInstance, FastifyPluginAsync, FastifyReply } from "fastify";
import { z } from "zod";
import { escapeHtml } from "../../provider-pages/provider-page.ts";
import { behaviourOf } from "../cards.ts";
import { noFaults } from "../faults.ts";
import { collectServer } from "../hosted-fields/collect-server.ts";
import { createLostReplies } from "../lost-replies.ts";
import { bankServer } from "./bank-server.ts";
import type { NmiSimulator } from "./gateway.ts";
import type { Transaction } from "./transaction.ts";

export { createNmiSimulator, type NmiSimulator } from "./gateway.ts";

const saleForm = z.object({
  type: z.literal("sale"),
  amount: z.string().regex(/^\d{1,7}\.\d{2}$/),
  currency: z.string().regex(/^[A-Z]{3}$/),
  orderid: z.string().min(1).max(64),
  ccnumber: z
    .string()
    .regex(/^\d{13,19}$/)
    .optional(),
  ccexp: z
    .string()
    .regex(/^(0[1-9]|1[0-2])\d{2}$/)
    .optional(),
  cvv: z
    .string()
    .regex(/^\d{3,4}$/)
    .optional(),
  payment_token: z.string().max(200).optional(),
  customer_vault_id: z.string().max(64).optional(),
  // The fields by which a sale with a kept card names itself.
  initiated_by: z.enum(["customer", "merchant"]).optional(),
  stored_credential_indicator: z.enum(["stored", "used"]).optional(),
  initial_transaction_id: z.string().max(40).optional(),
  cavv: z.string().max(80).optional(),
  eci: z
    .string()
    .regex(/^\d{2}$/)
    .optional(),
  cardholder_auth: z.enum(["verified", "attempted"]).optional(),
});
const keepForm = saleForm
  .pick({ ccnumber: true, ccexp: true, payment_token: true })
  .extend({ customer_vault_id: z.string().regex(/^\w{1,64}$/) });
const backForm = saleForm
  .pick({ amount: true })
  .partial()
  .extend({ type: z.enum(["refund", "void"]), transactionid: z.string().min(1).max(40) });

type Form = Record<string, string>;
type Answer = {
  response: 1 | 2 | 3;
  text: string;
  code: string;
  transactionId?: string;
  orderId?: string;
  processorCode?: string;
};

/**
 * The gateway's HTTP side, to be registered under a prefix: `POST /api/transact.php` and `POST /api/query.php`, forms in,
 * and out a form or XML; `/token` for the fields of a card in the merchant's checkout, `/js/v1/Gateway.js` and
 * `/three-ds` for the payers' banks.
 */
export function nmiServer(simulator: NmiSimulator): FastifyPluginAsync {
  return async (app) => {
    app.addHook("preClose", async () => simulator.stop());
    app.addContentTypeParser(
      /^application\/x-www-form-urlencoded/,
      { parseAs: "string", bodyLimit: 16_384 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    transactRoute(app, simulator);
    queryRoute(app, simulator);
    const { tokenizationKey } = simulator.options;
    await app.register(collectServer({ vault: simulator.vault, tokenizationKey }));
    await app.register(bankServer(simulator));
  };
}

function transactRoute(app: FastifyInstance, simulator: NmiSimulator): void {
  const { knobs, options } = simulator;
  const { faults = noFaults } = options;
  const lost = createLostReplies(app, options.clock);
  app.post<{ Body: Form }>("/api/transact.php", async (request, reply) => {
    const { body } = request;
    if (body.security_key !== options.securityKey)
      return send(reply, { response: 3, text: "Authentication Failed", code: "300" });
    if (body.customer_vault) return send(reply, keepOrDrop(simulator, body));
    if (body.type !== "sale") return send(reply, giveBack(simulator, body));
    const how = knobs.reply === "send" ? faults.reply() : knobs.reply;
    if (how === "fail") return reply.status(500).send("error");
    if (how === "limit") return reply.status(429).send("rate limit exceeded");
    const answer = sell(simulator, body);
    if (how !== "send") return lost[how](reply);
    if (body.ccnumber && behaviourOf(body.ccnumber) === "lost_reply") return lost.cut(reply);
    return send(reply, answer);
  });
}

function sell(simulator: NmiSimulator, body: Form): Answer {
  const parsed = saleForm.safeParse(body);
  if (!parsed.success) return { response: 3, text: "Invalid transaction REFID:1", code: "300" };
  const { amount, currency, orderid, ccnumber, ccexp, payment_token, customer_vault_id, cavv } = parsed.data;
  const sale = {
    ...{ orderId: orderid, amount, currency, number: ccnumber ?? null, token: payment_token ?? null },
    ...{ vaultId: customer_vault_id ?? null, cavv: cavv ?? null, expiry: ccexp },
  };
  const transaction = simulator.sell(sale);
  if (!transaction)
    return { response: 3, text: "Invalid payment token REFID:2", code: "300", orderId: orderid };
  const processorCode = transaction.actions[0]?.processor_response_code ?? "";
  const made = { transactionId: transaction.transaction_id, orderId: orderid, processorCode };
  return transaction.condition === "failed"
    ? { response: 2, text: "DECLINE", code: "200", ...made }
    : { response: 1, text: "SUCCESS", code: "100", ...made };
}

/** `customer_vault=add_customer` and `delete_customer`, which charge nothing. */
function keepOrDrop(simulator: NmiSimulator, body: Form): Answer {
  if (body.customer_vault === "delete_customer")
    return simulator.dropCard(body.customer_vault_id ?? "")
      ? { response: 1, text: "Customer Deleted", code: "100" }
      : { response: 3, text: "Invalid Customer Vault Id REFID:4", code: "300" };
  if (body.source_transaction_id)
    return simulator.keepCardOf(body.customer_vault_id ?? "", body.source_transaction_id)
      ? { response: 1, text: "Customer Added", code: "100" }
      : { response: 3, text: "Duplicate Customer Vault Id REFID:5", code: "300" };
  const parsed = keepForm.safeParse(body);
  const { customer_vault_id = "", ccnumber = null, payment_token = null } = parsed.data ?? {};
  const isKept =
    body.customer_vault === "add_customer" &&
    parsed.success &&
    simulator.keepCard(customer_vault_id, { number: ccnumber, token: payment_token });
  if (!isKept) return { response: 3, text: "Invalid Customer Vault Id REFID:4", code: "300" };
  return { response: 1, text: "Customer Added", code: "100" };
}

function giveBack(simulator: NmiSimulator, body: Form): Answer {
  const parsed = backForm.safeParse(body);
  const { transactionid = "", type = "void", amount } = parsed.data ?? {};
  const transaction = parsed.success && simulator.giveBack(transactionid, type, amount);
  if (!transaction) return { response: 3, text: "Invalid Transaction ID REFID:3", code: "300" };
  return { response: 1, text: "Approved", code: "100", transactionId: transaction.transaction_id };
}

function send(
  reply: FastifyReply,
  { response, text, code, transactionId = "", orderId = "", processorCode }: Answer,
) {
  const form = new URLSearchParams({
    response: String(response),
    responsetext: text,
    authcode: response === 1 ? "123456" : "",
    transactionid: transactionId,
    avsresponse: "N",
    cvvresponse: "M",
    orderid: orderId,
    type: "sale",
    response_code: code,
    ...(processorCode && { processor_response_code: processorCode }),
  });
  return reply.type("text/html; charset=UTF-8").send(form.toString());
}

function queryRoute(app: FastifyInstance, simulator: NmiSimulator): void {
  const { knobs, options } = simulator;
  const { faults = noFaults } = options;
  app.post<{ Body: Form }>("/api/query.php", async ({ body }, reply) => {
    reply.type("text/xml; charset=UTF-8");
    if (knobs.queriesFail || faults.isAway()) return reply.status(500).send("");
    if (body.security_key !== options.securityKey)
      return "<nm_response><error_response>Invalid Security Key</error_response></nm_response>";
    if (body.report_type === "customer_vault") return vaultReport(simulator, body.customer_vault_id ?? "");
    const found = simulator.books
      .all()
      .filter(
        ({ order_id, transaction_id }) =>
          order_id === body.order_id || transaction_id === body.transaction_id,
      );
    return `<?xml version="1.0" encoding="UTF-8"?>\n<nm_response>${found.map(transactionXml).join("")}</nm_response>\n`;
  });
}

/** The report of the Customer Vault, or of one card in it; numbers are masked. */
function vaultReport(simulator: NmiSimulator, id: string): string {
  const customers = simulator
    .keptCards()
    .filter(({ vaultId }) => id === "" || vaultId === id)
    .map(({ vaultId, last4, expiry: cc_exp }) => {
      const fields = elements({ cc_number: `4xxxxxxxxxxx${last4}`, cc_exp, customer_vault_id: vaultId });
      return `<customer id="${escapeHtml(vaultId)}">${fields}</customer>`;
    });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<nm_response><customer_vault>${customers.join("")}</customer_vault></nm_response>\n`;
}

function transactionXml({ card: { bin, brand, last4 }, actions, ...transaction }: Transaction): string {
  const fields = {
    ...transaction,
    cc_number: `${bin?.[0] ?? "x"}xxxxxxxxxxx${last4}`,
    cc_bin: bin ?? "",
    cc_type: brand,
  };
  const done = actions.map((action) => {
    const response_text = action.success === "1" ? "SUCCESS" : "DECLINE";
    return `<action>${elements({ ...action, source: "api", response_text })}</action>`;
  });
  return `<transaction>${elements(fields)}${done.join("")}</transaction>`;
}

const elements = (fields: Readonly<Record<string, string>>) =>
  Object.entries(fields)
    .map(([name, value]) => `<${name}>${escapeHtml(value)}</${name}>`)
    .join("");
