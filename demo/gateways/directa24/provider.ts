import { randomBytes, randomInt } from "node:crypto";
import type { Clock } from "#server/kit/clock.ts";
import { type Books, openBooks } from "../books.ts";
import type { Faults, ReplyFault } from "../faults.ts";
import { createMessageSender } from "../messages.ts";

export type DepositStatus = "CREATED" | "PENDING" | "COMPLETED" | "CANCELLED" | "EXPIRED" | "DECLINED";

/** Money of a deposit that goes back to its payer, from the provider's office. */
export type Refund = { refund_id: string; amount: number; status: "PENDING" | "COMPLETED" | "CANCELLED" };

/** A deposit in the provider's own books. */
export type Deposit = {
  deposit_id: string;
  invoice_id: string;
  idempotency_key: string;
  status: DepositStatus;
  amount: number;
  currency: string;
  country: string;
  payment_method: string;
  description: string;
  /** Unguessable address of the payer's page. */
  key: string;
  language: "en" | "es";
  back_url: string;
  success_url: string;
  error_url: string;
  notification_url: string;
  created_at: string;
  refunds?: readonly Refund[];
};

export type DepositRequest = Omit<Deposit, "deposit_id" | "status" | "key" | "created_at" | "refunds">;

/** Can it still be paid on its page? */
export const isOpenDeposit = ({ status }: Pick<Deposit, "status">) =>
  status === "CREATED" || status === "PENDING";

/** The faults that can be set. */
export type DepositKnobs = {
  /** How a deposit is answered; `refuse`: 400 and no deposit. */
  reply: ReplyFault | "refuse";
  /** The provider is away for questions. */
  questionsFail: boolean;
  /** Wait before each notification, ms, and how often each is sent; 0: it is lost. */
  notificationDelayMs: number;
  notificationCopies: number;
  /** Report this amount instead of the requested one. */
  wrongAmount: number | null;
};

export type DepositProviderOptions = {
  login: string;
  signatureKey: string;
  readOnlyKey: string;
  /** Where browsers reach the provider, without a trailing slash. */
  publicUrl: () => string;
  /** File of the books, or null to keep them in memory. */
  file: string | null;
  clock: Clock;
  knobs?: Partial<DepositKnobs>;
  faults?: Faults | undefined;
  fetch?: typeof fetch;
};

/** The simulated provider, as its HTTP side and the tests see it. */
export type DepositProvider = {
  options: DepositProviderOptions;
  knobs: DepositKnobs;
  books: Books<Deposit>;
  /** Makes a deposit; the same idempotency key again is the same one. */
  open(request: DepositRequest): Deposit;
  find(depositId: string): Deposit | undefined;
  findByKey(key: string): Deposit | undefined;
  /** The payer sees the page of a deposit, which waits for them from then on. */
  show(deposit: Deposit): Deposit;
  /** Applies an act of the payer or the bank. A deposit that expired or was cancelled may still be paid. */
  settle(depositId: string, status: DepositStatus): Deposit;
  /** Begins to refund a completed deposit, wholly or a part of it. */
  refund(depositId: string, amount?: number): Refund;
  findRefund(refundId: string): { deposit: Deposit; refund: Refund } | undefined;
  settleRefund(refundId: string, status: Refund["status"]): void;
  stop(): void;
};

const plain: DepositKnobs = {
  reply: "send",
  questionsFail: false,
  notificationDelayMs: 300,
  notificationCopies: 1,
  wrongAmount: null,
};
const minute = 60_000;
/** A notification that is not answered 2xx comes again after 5, 25, 125 and 625 minutes. */
const retryPausesMs = [5 * minute, 25 * minute, 125 * minute, 625 * minute] as const;
const timeoutMs = 10_000;

/** A provider with books, knobs and notifications of its own. */
export function createDepositProvider(options: DepositProviderOptions): DepositProvider {
  const books = openBooks<Deposit>(options.file, ({ deposit_id }) => deposit_id);
  const knobs = { ...plain, ...options.knobs };
  const { clock, faults, fetch: send = fetch } = options;
  const notifications = createMessageSender({ clock, faults, retryPausesMs });
  const notify = ({ notification_url: url }: Deposit, numbers: object) => {
    const { notificationDelayMs: delayMs, notificationCopies: copies } = knobs;
    notifications.send(() => post(send, url, numbers), { delayMs, copies, isOnlyWord: false });
  };
  const saveRefund = (deposit: Deposit, refund: Refund) => {
    const others = (deposit.refunds ?? []).filter(({ refund_id }) => refund_id !== refund.refund_id);
    books.save({ ...deposit, refunds: [...others, refund] });
    notify(deposit, { refund_id: Number(refund.refund_id) });
  };
  const findRefund: DepositProvider["findRefund"] = (refundId) => {
    for (const deposit of books.all()) {
      const refund = deposit.refunds?.find(({ refund_id }) => refund_id === refundId);
      if (refund) return { deposit, refund };
    }
    return undefined;
  };

  return {
    options,
    knobs,
    books,
    open(request) {
      const known = books.all().find(({ idempotency_key }) => idempotency_key === request.idempotency_key);
      if (known) return known;
      const deposit: Deposit = {
        ...request,
        deposit_id: String(300_000_000 + randomInt(600_000_000)),
        status: "CREATED",
        key: randomBytes(16).toString("hex"),
        created_at: clock.now().toISOString(),
      };
      books.save(deposit);
      return deposit;
    },
    find: books.get,
    findByKey: (key) => books.all().find((deposit) => deposit.key === key),
    show(deposit) {
      if (deposit.status !== "CREATED") return deposit;
      const shown = { ...deposit, status: "PENDING" } as const;
      books.save(shown);
      notify(shown, { deposit_id: Number(shown.deposit_id) });
      return shown;
    },
    settle(depositId, status) {
      const deposit = books.get(depositId);
      if (!deposit) throw new Error(`no deposit ${depositId}`);
      if (deposit.status === "COMPLETED") return deposit;
      const settled = { ...deposit, status };
      books.save(settled);
      notify(settled, { deposit_id: Number(depositId) });
      return settled;
    },
    refund(depositId, amount) {
      const deposit = books.get(depositId);
      if (deposit?.status !== "COMPLETED") throw new Error(`no completed deposit ${depositId}`);
      const refund_id = String(1_000_000 + randomInt(9_000_000));
      const refund: Refund = { refund_id, amount: amount ?? deposit.amount, status: "PENDING" };
      saveRefund(deposit, refund);
      return refund;
    },
    findRefund,
    settleRefund(refundId, status) {
      const found = findRefund(refundId);
      if (!found) throw new Error(`no refund ${refundId}`);
      saveRefund(found.deposit, { ...found.refund, status });
    },
    stop: notifications.stop,
  };
}

/** A notification holds nothing but the number of the deposit, or of the refund. */
async function post(send: typeof fetch, url: string, numbers: object): Promise<boolean> {
  try {
    const response = await send(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(numbers),
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
