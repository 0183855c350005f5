import { StatementPage } from "#web/features/statement/StatementPage.tsx";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/statement.ts";

export const meta: Route.MetaFunction = () => [{ title: m.statement_document() }];

/** What came and went on the fan's balance. */
export default function Statement() {
  return <StatementPage />;
}
