import { permutations } from "#testing/permutations.ts";
import type { NoticeChanges } from "./notices.ts";

export type Command = "cancel" | "enable";
export type HistoryStep = NoticeChanges | Command;

/** The provider's reports of a membership and its fan's commands, in the true order, and how it ends at one instant. */
export type MembershipHistory = {
  name: string;
  steps: readonly HistoryStep[];
  ends: {
    state: "running" | "ended";
    /** From its start to its end. */
    days: number;
    canceled: boolean;
    byFan?: boolean;
    /** The rest of the 10 tokens that come with each month. */
    tokens: number;
  };
};

export const SALE = { TransactionType: "SALE", TransactionID: "t1" };
const REBILL = { TransactionType: "REBILL", TransactionID: "t2" };
const CANCELED = { TransactionType: "CANCELMEMBERSHIPNOTIFY", TransactionID: "c1", Amount: "" };
export const ENDED = { TransactionType: "CANCELMEMBERSHIP", TransactionID: "e1", Amount: "" };
const returned = (type: "REFUND" | "CHARGEBACK", payment: "t1" | "t2") => ({
  TransactionType: type,
  TransactionID: `back-${payment}`,
  TransactionReferenceID: payment,
});

const isOver = { state: "ended", days: 0, canceled: true, tokens: 0 } as const;
const monthsLeft = (months: number) => ({ state: "running", days: 30 * months, canceled: true }) as const;

export const membershipHistories: readonly MembershipHistory[] = [
  { name: "a sale", steps: [SALE], ends: { ...monthsLeft(1), canceled: false, tokens: 10 } },
  { name: "a sale, cancelled", steps: [SALE, CANCELED], ends: { ...monthsLeft(1), tokens: 10 } },
  { name: "a sale, cancelled, ended", steps: [SALE, CANCELED, ENDED], ends: { ...isOver, tokens: 10 } },
  { name: "renewed, cancelled", steps: [SALE, REBILL, CANCELED], ends: { ...monthsLeft(2), tokens: 20 } },
  {
    name: "renewed, cancelled, ended",
    steps: [SALE, REBILL, CANCELED, ENDED],
    ends: { ...isOver, tokens: 20 },
  },
  { name: "refunded", steps: [SALE, returned("REFUND", "t1")], ends: isOver },
  { name: "charged back", steps: [SALE, returned("CHARGEBACK", "t1")], ends: isOver },
  {
    name: "renewed, the first month charged back",
    steps: [SALE, REBILL, returned("CHARGEBACK", "t1")],
    ends: { ...monthsLeft(2), tokens: 10 },
  },
  {
    name: "renewed, the second month charged back",
    steps: [SALE, REBILL, returned("CHARGEBACK", "t2")],
    ends: { ...monthsLeft(1), tokens: 10 },
  },
  {
    name: "renewed, the first month refunded",
    steps: [SALE, REBILL, returned("REFUND", "t1")],
    ends: { ...monthsLeft(2), tokens: 10 },
  },
  {
    name: "renewed, the first month charged back, the second refunded",
    steps: [SALE, REBILL, returned("CHARGEBACK", "t1"), returned("REFUND", "t2")],
    ends: isOver,
  },
  {
    name: "cancelled by the fan, reported, ended",
    steps: [SALE, "cancel", CANCELED, ENDED],
    ends: { ...isOver, byFan: true, tokens: 10 },
  },
  {
    name: "cancelled by the fan, reported, enabled again, renewed",
    steps: [SALE, "cancel", CANCELED, "enable", REBILL],
    ends: { ...monthsLeft(2), canceled: false, tokens: 20 },
  },
  {
    name: "cancelled by the provider, enabled again, renewed",
    steps: [SALE, CANCELED, "enable", REBILL],
    ends: { ...monthsLeft(2), canceled: false, tokens: 20 },
  },
];

/**
 * Every order that can be. Notices come as they like; a fan commands what is paid already, in turn, enables what is known
 * to be cancelled, and the provider ends what the fan cancelled after that.
 */
export function ordersOf({ steps }: MembershipHistory): HistoryStep[][] {
  const commands = steps.filter((step) => typeof step === "string");
  return permutations(steps).filter((order) => {
    const [first, second] = commands.map((command) => order.indexOf(command));
    if (first === undefined) return true;
    const ended = order.indexOf(ENDED);
    const isFree = commands[0] === "cancel" || order.indexOf(CANCELED) < first;
    return (
      isFree && order.indexOf(SALE) < first && (second ?? first) >= first && (ended < 0 || ended > first)
    );
  });
}
