import { OpenThread } from "#web/features/inbox/OpenThread.tsx";
import { loadThread, loadThreadInBrowser } from "../../chat/inbox-loaders.ts";
import type { Route } from "./+types/chat.ts";

/** On phones an open chat has the whole screen. */
export const handle = { head: false };

export const loader = (args: Route.LoaderArgs) => loadThread(args, args.params.id);
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => loadThreadInBrowser(params.id);

/** One chat of the model. */
export default function ModelChat() {
  return <OpenThread />;
}
