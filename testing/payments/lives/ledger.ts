/** The ledger of one fan, as it promises to be. Tokens are whole; a key moves them once. */
export type LifeLedger = {
  issue(key: string, tokens: number): void;
  /** Takes what is unspent; the rest is owed. */
  takeBack(key: string, tokens: number): void;
  /** Spends, or sets aside for a show, unless a pause, a limit, a debt or the balance is against it. */
  spend(tokens: number, nowMs: number): boolean;
  hold(tokens: number, nowMs: number): boolean;
  capture(tokens: number, nowMs: number): void;
  release(): void;
  limit(perDay: number | null): void;
  pause(untilMs: number): void;
  isPaused(nowMs: number): boolean;
  /** The fan's tokens: owned, reserved, spent and, negative, owed. */
  worth(): number;
  /** The fault in the books; null: none. */
  problem(): string | null;
};

type Account = "platform" | "fan" | "held" | "debt" | "model";
const dayMs = 86_400_000;

export function createLifeLedger(): LifeLedger {
  const balances: Record<Account, number> = { platform: 0, fan: 0, held: 0, debt: 0, model: 0 };
  const keys = new Set<string>();
  const spent: { at: number; tokens: number }[] = [];
  let perDay: number | null = null;
  let pausedUntil = 0;
  const move = (from: Account, to: Account, tokens: number) => {
    balances[from] -= tokens;
    balances[to] += tokens;
  };
  const once = (key: string, act: () => void) => {
    if (keys.has(key)) return;
    keys.add(key);
    act();
  };
  const lately = (nowMs: number) =>
    spent.reduce((sum, { at, tokens }) => sum + (at > nowMs - dayMs ? tokens : 0), balances.held);
  const may = (tokens: number, nowMs: number) =>
    nowMs >= pausedUntil &&
    (perDay === null || lately(nowMs) + tokens <= perDay) &&
    balances.debt === 0 &&
    balances.fan >= tokens;
  return {
    issue: (key, tokens) =>
      once(key, () => {
        move("platform", "fan", tokens);
        move("fan", "debt", Math.min(-balances.debt, tokens));
      }),
    takeBack: (key, tokens) =>
      once(key, () => {
        const left = Math.min(balances.fan, tokens);
        move("fan", "platform", left);
        move("debt", "platform", tokens - left);
      }),
    spend(tokens, nowMs) {
      if (!may(tokens, nowMs)) return false;
      move("fan", "model", tokens);
      spent.push({ at: nowMs, tokens });
      return true;
    },
    hold(tokens, nowMs) {
      if (!may(tokens, nowMs)) return false;
      move("fan", "held", tokens);
      return true;
    },
    capture(tokens, nowMs) {
      const taken = Math.min(tokens, balances.held);
      move("held", "model", taken);
      spent.push({ at: nowMs, tokens: taken });
    },
    release: () => move("held", "fan", balances.held),
    limit(limit) {
      perDay = limit;
    },
    pause(untilMs) {
      pausedUntil = Math.max(pausedUntil, untilMs);
    },
    isPaused: (nowMs) => nowMs < pausedUntil,
    worth: () => balances.fan + balances.held + balances.model + balances.debt,
    problem() {
      const { fan, held, debt, model } = balances;
      if (Object.values(balances).reduce((sum, one) => sum + one, 0) !== 0) return "does not sum to zero";
      return fan < 0 || held < 0 || model < 0 || debt > 0 ? "has a negative balance" : null;
    },
  };
}
