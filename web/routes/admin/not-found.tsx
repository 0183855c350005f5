import { staffPath } from "#web/lib/navigation/guards.ts";
import { m } from "#web/paraglide/messages.js";
import { NothingHere } from "#web/ui/states/NothingHere.tsx";

export { clientLoader, loader, meta } from "../not-found.tsx";

/** An address of the staff area that no page has, in the frame of that area. */
export default function StaffNotFound() {
  const back = { to: staffPath, text: m.error_back_staff() };
  return <NothingHere status inMain title={m.error_not_found_status()} back={back} />;
}
