import { m } from "#web/paraglide/messages.js";
import type { PaymentProblem } from "./payment-answer.ts";

/** Why the payment did not happen, in the fan's language or in the server's own words. */
export function paymentProblemText(problem: PaymentProblem): string {
  switch (problem.kind) {
    case "no_token":
      return m.pay_problem_no_token();
    case "session_expired":
      return m.pay_problem_session();
    case "server_message":
      return m.pay_problem_message({ message: problem.message });
    case "server_status":
      return m.pay_problem_status({ status: problem.status });
    case "validation":
      return problem.message ?? m.pay_problem_validation();
    case "unsuccessful":
      return problem.message ?? m.pay_problem_failed();
    case "offer_used":
      return problem.message;
    case "method_refused":
      return m.pay_problem_method();
    case "card_refused":
      return m.pay_hosted_refused();
    case "unanswered":
      return m.pay_problem_unanswered();
    case "not_found":
      return m.pay_problem_not_found();
  }
}
