import { m } from "#web/paraglide/messages.js";

/** Beside the list while no conversation is open. */
export default function NoChat() {
  return <p className="grid place-items-center px-6 text-center text-text-3">{m.chat_pick()}</p>;
}
