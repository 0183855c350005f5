import type { PersonalData } from "#server/profiles/profiles.ts";
import type { AppNeeds, Modules } from "./needs.ts";

/**
 * Every module that stores something about people, in the order in which it is exported and cleaned up. A module that
 * begins to store something about people is registered here.
 */
export function personalData(
  { db }: Pick<AppNeeds, "db">,
  modules: Omit<Modules, "profiles">,
): PersonalData[] {
  const { identity, push, wallet, payments, catalog, notifications, subscriptions } = modules;
  const { uploads, atOwner, content, messaging, rooms, shows, support, mailer, realtime } = modules;
  return [
    { exportAreas: identity.exportAreas },
    { exportAreas: uploads.exportAreas, close: uploads.erase, erase: uploads.erase },
    { exportAreas: push.exportAreas, close: push.forget, erase: push.forget },
    { exportAreas: (account) => wallet.exportAreas(db, account) },
    { exportAreas: ({ id }) => payments.exportAreas(id), close: payments.close, erase: payments.close },
    { exportAreas: catalog.exportAreas, close: catalog.close, erase: catalog.erase },
    { exportAreas: notifications.exportAreas, erase: notifications.forget },
    { exportAreas: subscriptions.exportAreas, close: subscriptions.close },
    { exportAreas: content.exportAreas, erase: content.erase },
    {
      exportAreas: messaging.exportAreas,
      close: messaging.close,
      beforeErase: messaging.beforeErase,
      erase: messaging.erase,
    },
    {
      exportAreas: rooms.exportAreas,
      async beforeClose({ id, role }) {
        if (role === "model") await rooms.endStream(id);
      },
      close: rooms.close,
      erase: rooms.erase,
    },
    {
      exportAreas: shows.exportAreas,
      async beforeClose({ id, role }) {
        if (role !== "model") await shows.leaveShow(id);
      },
      close: shows.close,
      async afterClose({ id, role }) {
        // A model may have begun a show with them before it was closed.
        if (role === "fan") await shows.leaveShow(id);
      },
      beforeErase: shows.beforeErase,
      erase: shows.erase,
    },
    { exportAreas: support.exportAreas, erase: support.forget },
    {
      // After the modules above, as everywhere: a wallet is locked last.
      async close(tx, { id, role }) {
        if (role === "model") await wallet.hideName(tx, id);
      },
      beforeErase: (account) => wallet.forgetWordsInParts(db, ownerOf(account)),
      // The entries that came in between.
      erase: (tx, account) => wallet.forgetWords(tx, ownerOf(account)),
    },
    {
      async erase(tx, { email }) {
        if (email) await mailer.forget(tx, email);
      },
    },
    {
      async afterClose({ id, role, login }) {
        // A realtime ticket issued a moment ago opens nothing any more, either.
        realtime.disconnect({ userId: id }, "logged_out");
        await atOwner.cutPerson(id);
        if (role === "model") await atOwner.endPublisher(login.toLowerCase());
      },
    },
  ];
}

/** Staff may have been fans before. */
const ownerOf = ({ id, role }: { id: number; role: string }) =>
  ({ kind: role === "model" ? "model" : "fan", id }) as const;
