import type { AccountEndings } from "#server/identity/identity.ts";
import type { AppNeeds, Modules } from "./needs.ts";

type Ending = Pick<
  Modules,
  | "catalog"
  | "content"
  | "live"
  | "shows"
  | "mail"
  | "messaging"
  | "notifications"
  | "realtime"
  | "subscriptions"
  | "support"
  | "wallet"
>;

/** What happens in the other modules when somebody closes an account: each clears up its own, in one transaction. */
export function endAccount({ media }: AppNeeds, modules: () => Ending): AccountEndings {
  return {
    async leaving({ id, role }) {
      if (role === "model") await modules().live.endStream(id);
      else await modules().shows.leave(id);
    },
    async closing(tx, account) {
      const { catalog, live, messaging, shows, subscriptions, wallet } = modules();
      await catalog.close(tx, account);
      await subscriptions.close(tx, account);
      await messaging.close(tx, account);
      await live.close(tx, account);
      await shows.close(tx, account);
      if (account.role === "model") await wallet.forgetWords(tx, { kind: "model", id: account.id });
    },
    async closed({ id, role, login }) {
      // A ticket that was asked for a moment ago opens nothing any more, either.
      modules().realtime.cut({ userId: id }, "logged_out");
      await media.endViewersEverywhere((tag) => tag.startsWith(`fan:${id}|`));
      if (role === "model") await media.endPublisher(login.toLowerCase());
    },
    async erasing(tx, account) {
      const { catalog, content, live, shows, mail, messaging, notifications, support, wallet } = modules();
      const { id, role, email } = account;
      await catalog.erase(tx, account);
      await content.erase(tx, account);
      await messaging.erase(tx, account);
      await live.erase(tx, account);
      await shows.erase(tx, account);
      await notifications.forget(tx, account);
      // Staff may have been fans before.
      await wallet.forgetWords(tx, { kind: role === "model" ? "model" : "fan", id });
      await support.forget(tx, account);
      if (email) await mail.forget(tx, email);
    },
  };
}
