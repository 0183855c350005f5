import type { Account } from "#server/identity/identity.ts";
import type { Reader } from "#server/kit/database/database.ts";
import type { ExportArea } from "#server/kit/export/area.ts";
import type { Modules } from "./needs.ts";

type Exporting = Pick<
  Modules,
  | "wallet"
  | "payments"
  | "catalog"
  | "notifications"
  | "subscriptions"
  | "content"
  | "messaging"
  | "live"
  | "shows"
  | "support"
>;

/** What the other modules store of a person. A module that stores something of people adds its areas here. */
export function exportAreas(db: Reader, modules: () => Exporting) {
  return (account: Account): ExportArea[] => {
    const { wallet, payments, catalog, notifications, subscriptions } = modules();
    const { content, messaging, live, shows, support } = modules();
    return [
      ...wallet.exportAreas(db, account),
      ...payments.exportAreas(account.id),
      ...catalog.exportAreas(account),
      ...notifications.exportAreas(account),
      ...subscriptions.exportAreas(account),
      ...content.exportAreas(account),
      ...messaging.exportAreas(account),
      ...live.exportAreas(account),
      ...shows.exportAreas(account),
      ...support.exportAreas(account),
    ];
  };
}
