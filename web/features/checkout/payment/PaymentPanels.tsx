import { useEffect, useState } from "react";
import { tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Button, buttonClass } from "#web/ui/buttons/Button.tsx";
import { IconButton } from "#web/ui/buttons/IconButton.tsx";
import { cx } from "#web/ui/cx.ts";
import { MessageDialog } from "#web/ui/overlays/Dialog.tsx";
import { Coin } from "#web/ui/pictures/Coin.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { Spinner } from "#web/ui/Spinner.tsx";
import type { PaymentProblem } from "./payment-answer.ts";
import { paymentProblemText } from "./payment-problem-text.ts";
import type { PaymentState, Purchase } from "./payment-state.ts";

/** The problem: above the total, or in a dialog of its own when the method cannot be used. */
export function Problem({ problem, onDismiss }: { problem: PaymentProblem; onDismiss(): void }) {
  if (problem.kind !== "method_refused") return <ProblemBanner problem={problem} onDismiss={onDismiss} />;
  return (
    <MessageDialog title={m.pay_oops()} onClose={onDismiss}>
      {paymentProblemText(problem)}
    </MessageDialog>
  );
}

type ProviderPageProps = { url: string; asking: boolean; mayCheck: boolean; onCheck(): void };

/**
 * The provider's page. Its outcome comes by itself; the button, where there is something to ask by, asks for it, and
 * the page stays until it is known.
 */
export function ProviderPage({ url, asking, mayCheck, onCheck }: ProviderPageProps) {
  return (
    <>
      <iframe
        src={url}
        title={m.pay_page()}
        className="h-[min(600px,70dvh)] phone:in-data-beside:h-[44dvh] w-full rounded-12 border border-line bg-surface"
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 text-12 text-text-3">{m.pay_page_note()}</p>
        {mayCheck && (
          <Button tone="outline" busy={asking} onClick={onCheck}>
            <Icon name="refresh" size={18} />
            {m.pay_check_status()}
          </Button>
        )}
      </div>
    </>
  );
}

/** The problem, above the total and its button, until it is dismissed or the next try begins. */
function ProblemBanner({ problem, onDismiss }: { problem: PaymentProblem; onDismiss(): void }) {
  return (
    <div role="alert" className="flex items-center gap-3 rounded-12 bg-error-soft py-1 pr-1 pl-4">
      <Icon name="alert" className="flex-none text-error" />
      <p className="min-w-0 flex-1 py-2">
        {paymentProblemText(problem)}
        {problem.kind === "unsuccessful" && problem.message === null && (
          <span className="block text-12 text-text-2">{m.pay_problem_not_charged()}</span>
        )}
      </p>
      <IconButton icon="x" label={m.pay_dismiss()} onClick={onDismiss} />
    </div>
  );
}

type WaitingPanelProps = { state: PaymentState; onCheck(): void };

/** The sale is under way: what is happening, and after 20 seconds a way to ask. */
export function WaitingPanel({ state, onCheck }: WaitingPanelProps) {
  const words = waitingWords(state);
  return (
    <div
      role="status"
      className="grid min-h-[280px] content-center justify-items-center gap-2 py-6 text-center"
    >
      <span className="mb-2 grid size-16 place-items-center rounded-full bg-overlay text-accent">
        {state.phase === "stalled" ? <Icon name="clock" size={28} /> : <Spinner size={28} />}
      </span>
      <h3 className="text-20">{words.title}</h3>
      <p className="max-w-[40ch] text-text-2">{words.note}</p>
      {state.leadsTo !== null && (
        <a href={state.leadsTo} className={cx(buttonClass("outline"), "mt-3")}>
          {m.pay_redirect_open()}
        </a>
      )}
      {state.slow && state.phase !== "redirecting" && (
        <Button tone="outline" className="mt-3" onClick={onCheck}>
          <Icon name="refresh" size={18} />
          {m.pay_check_status()}
        </Button>
      )}
    </div>
  );
}

function waitingWords({ phase, unanswered }: PaymentState): { title: string; note: string } {
  if (phase === "redirecting") return { title: m.pay_redirecting(), note: m.pay_pending_note() };
  if (phase === "pending" && unanswered) return { title: m.pay_unheard_title(), note: m.pay_unheard_note() };
  if (phase === "pending") return { title: m.pay_pending_title(), note: m.pay_pending_note() };
  if (phase === "stalled") return { title: m.pay_stalled_title(), note: m.pay_stalled_note() };
  return { title: m.pay_processing(), note: m.pay_processing_note() };
}

/** The tokens are there: the balance counts up to its new height. `resumes`: something that was wanted waits beneath. */
export function DonePanel({ purchase, resumes = false }: { purchase: Purchase; resumes?: boolean }) {
  const shown = useCountUp(purchase.new_balance - purchase.tokens, purchase.new_balance);
  return (
    <div
      role="status"
      className="grid min-h-[280px] content-center justify-items-center gap-2 py-6 text-center"
    >
      <span className="mb-2 grid size-16 place-items-center rounded-full bg-ok-soft text-ok">
        <Icon name="check" size={30} />
      </span>
      <h3 className="text-20">
        {m.pay_done_title({ count: purchase.tokens, tokens: tokens(purchase.tokens) })}
      </h3>
      <p className="text-12 text-text-3">{m.pay_done_balance()}</p>
      <p className="flex items-center gap-2 text-28 font-bold tracking-[-.02em]">
        <Coin size={28} />
        <span aria-hidden="true">{tokens(shown)}</span>
        <span className="sr-only">{tokens(purchase.new_balance)}</span>
      </p>
      {resumes && <p className="text-text-2">{m.pay_done_resume()}</p>}
    </div>
  );
}

/** How long the balance counts up. */
const countUpMs = 600;

function useCountUp(from: number, to: number): number {
  const [shown, setShown] = useState(from);
  useEffect(() => {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return setShown(to);
    const startedMs = performance.now();
    let frame = requestAnimationFrame(function draw(nowMs) {
      setShown(countUp(from, to, nowMs - startedMs, countUpMs));
      if (nowMs - startedMs < countUpMs) frame = requestAnimationFrame(draw);
    });
    return () => cancelAnimationFrame(frame);
  }, [from, to]);
  return shown;
}

/** The number to show `elapsedMs` after a count from `from` to `to` began: fast first, then slowing, whole numbers. */
export function countUp(from: number, to: number, elapsedMs: number, durationMs: number): number {
  if (elapsedMs >= durationMs) return to;
  const left = 1 - Math.max(0, elapsedMs) / durationMs;
  return Math.round(to - (to - from) * left ** 3);
}
