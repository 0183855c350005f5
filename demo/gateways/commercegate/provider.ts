import { randomBytes, randomInt } from "node:crypto";
import { type TermMonths, termDays } from "#contract/subscription-terms.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Faults } from "../faults.ts";
import { type Membership, type MembershipStore, openMembershipStore } from "./membership.ts";
import { createNoticeSender, type NoticeKnobs, plainNotices } from "./notices.ts";
import { giveBackLast, type Refunded, type RefundOrder, refundByCall } from "./returns.ts";

export type ProviderOptions = {
  /** The merchant's number, website and password. */
  customerId: string;
  websiteId: string;
  password: string;
  /** The merchant's user of the Direct gateway; without it there is none. */
  direct?: { username: string; password: string };
  /** Packages that are sold: number, price in cents, and the months that a payment is for, one unless given. */
  offers: readonly { id: string; amountCents: number; months?: TermMonths }[];
  /** The packages are paid once and renew nothing. */
  once?: boolean;
  /** Where the merchant wants notices, with its secret key; asked for at each one. */
  noticeUrl: () => string;
  /** File of the books, or null to keep them in memory. */
  file: string | null;
  clock: Clock;
  knobs?: Partial<NoticeKnobs>;
  faults?: Faults | undefined;
  fetch?: typeof fetch;
};

export type TokenRequest = Pick<Membership, "username" | "packid" | "email" | "op1" | "op2">;

/** The simulated provider of memberships, as its HTTP side and the tests see it. */
export type MembershipProvider = {
  options: ProviderOptions;
  store: MembershipStore;
  /** A token for the form of a new membership; null when the package is not sold or the name is taken. */
  issueToken(request: TokenRequest): string | null;
  /** Applies the payer's decision in the form. It is paid once; a declined card may be followed by another. */
  decide(token: string, approve: boolean): Membership | null;
  /** Switches the renewal of a membership on or off; null when there is none that runs. */
  setRenewal(username: string, on: boolean): Membership | null;
  /** Charges another package from the next payment on; null when there is no such membership or package. */
  setPackage(username: string, packid: string): Membership | null;
  /** The days that each payment of a membership is for. */
  daysOf(packid: string): number;
  /** Charges the next payment now, whatever the time is. */
  rebill(username: string): Membership | null;
  /** The last payment goes back. */
  giveBack(username: string, kind: "refunded" | "charged_back"): Membership | null;
  /** The merchant asks for a refund by the Direct gateway's call. */
  refund(order: RefundOrder): Refunded;
  /** The payer cancels in the provider's own office. */
  cancelAtOffice(username: string): Membership | null;
  /** Takes over a membership from elsewhere, with its whole state. */
  adopt(membership: Membership): void;
  setKnobs(knobs: Partial<NoticeKnobs>): void;
  stop(): void;
};

const dayMs = 24 * 3_600_000;
const checkEveryMs = 60_000;

/** A provider with books, a clock and notices of its own. It knows nothing of the merchant but an address. */
export function createMembershipProvider(options: ProviderOptions): MembershipProvider {
  const store = openMembershipStore(options.file);
  let knobs = { ...plainNotices, ...options.knobs };
  const notices = createNoticeSender({
    url: options.noticeUrl,
    websiteId: options.websiteId,
    clock: options.clock,
    knobs: () => knobs,
    faults: options.faults,
    fetch: options.fetch ?? fetch,
  });
  const nowMs = () => options.clock.now().getTime();

  const daysOf = (packid: string) => daysOfPackage(options, packid);

  function charge(membership: Membership, kind: "SALE" | "REBILL"): Membership {
    const { amount } = membership;
    const payment = {
      id: newId(),
      kind,
      state: "paid",
      at: new Date(nowMs()).toISOString(),
      amount,
    } as const;
    const from = Math.max(nowMs(), membership.paid_until ? Date.parse(membership.paid_until) : 0);
    const charged: Membership = {
      ...membership,
      state: membership.state === "canceled" ? "canceled" : "running",
      payments: [...membership.payments, payment],
      paid_until: options.once ? null : new Date(from + daysOf(membership.packid) * dayMs).toISOString(),
    };
    store.save(charged);
    notices.send(kind, charged, payment.id);
    return charged;
  }

  function changeState(
    username: string,
    from: Membership["state"],
    to: Membership["state"],
  ): Membership | null {
    const membership = store.byUserName(username);
    if (membership?.state !== from) return inState(membership, to);
    const changed = { ...membership, state: to };
    store.save(changed);
    return changed;
  }

  /** Periods that are over: the next one is charged, or the membership ends. */
  function turnPeriods(): void {
    for (const membership of store.all()) {
      const isOver = membership.paid_until !== null && Date.parse(membership.paid_until) <= nowMs();
      if (!isOver) continue;
      if (membership.state === "running") charge(membership, "REBILL");
      else if (membership.state === "canceled") {
        const ended: Membership = { ...membership, state: "ended" };
        store.save(ended);
        notices.send("CANCELMEMBERSHIP", ended, newId());
      }
    }
  }

  function cancel(username: string): Membership | null {
    const before = store.byUserName(username)?.state;
    const canceled =
      changeState(username, "running", "canceled") ?? inState(store.byUserName(username), "ended");
    if (canceled && before === "running") notices.send("CANCELMEMBERSHIPNOTIFY", canceled, newId());
    return canceled;
  }

  const stopChecking = options.clock.every(checkEveryMs, turnPeriods);
  return {
    options,
    store,
    daysOf,
    issueToken(request) {
      const offer = options.offers.find(({ id }) => id === request.packid);
      const known = store.byUserName(request.username);
      if (!offer || (known && known.state !== "asked")) return null;
      const token = randomBytes(24).toString("base64url");
      store.save({
        ...request,
        amount: amountOf(offer),
        token,
        state: "asked",
        payments: [],
        paid_until: null,
      });
      return token;
    },
    decide(token, approve) {
      const membership = store.byToken(token);
      return membership?.state === "asked" && approve ? charge(membership, "SALE") : (membership ?? null);
    },
    setRenewal: (username, on) => (on ? changeState(username, "canceled", "running") : cancel(username)),
    setPackage(username, packid) {
      const membership = store.byUserName(username);
      const offer = options.offers.find(({ id }) => id === packid);
      if (!membership || !offer || membership.state === "asked") return null;
      const changed = { ...membership, packid, amount: amountOf(offer) };
      store.save(changed);
      return changed;
    },
    rebill(username) {
      const membership = store.byUserName(username);
      return membership && membership.payments.length > 0 ? charge(membership, "REBILL") : null;
    },
    giveBack: (username, kind) => giveBackLast({ store, notices, newId }, username, kind),
    refund: (order) => refundByCall({ store, notices, newId }, order),
    cancelAtOffice: cancel,
    adopt: (membership) => store.save(membership),
    setKnobs(changes) {
      knobs = { ...knobs, ...changes };
    },
    stop() {
      stopChecking();
      notices.stop();
    },
  };
}

function inState(membership: Membership | null | undefined, state: Membership["state"]): Membership | null {
  return membership?.state === state ? membership : null;
}

/** The days that a package lasts. */
function daysOfPackage({ offers }: Pick<ProviderOptions, "offers">, packid: string): number {
  return termDays(offers.find(({ id }) => id === packid)?.months ?? 1);
}

const amountOf = ({ amountCents }: { amountCents: number }) => (amountCents / 100).toFixed(2);

/** A number as the provider gives them to everything that happens. */
function newId(): string {
  return `cg${Date.now()}${randomInt(1e6).toString().padStart(6, "0")}`;
}
