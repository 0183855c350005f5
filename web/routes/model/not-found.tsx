import { studioPath } from "#web/lib/navigation/guards.ts";
import { m } from "#web/paraglide/messages.js";
import { NothingHere } from "#web/ui/states/NothingHere.tsx";

export { clientLoader, loader, meta } from "../not-found.tsx";

/** An address of the models' area that no page has, in the frame of that area. */
export default function StudioNotFound() {
  const back = { to: studioPath, text: m.error_back_studio() };
  return <NothingHere status title={m.error_not_found_status()} back={back} />;
}
