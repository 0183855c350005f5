import { useEffect } from "react";
import { probeStorage, storageLoss } from "#web/lib/platform/storage.ts";
import { useStore } from "#web/lib/store.ts";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/pictures/Icon.tsx";

/** Beside a choice that this browser keeps: that it will not, where the browser stores nothing. */
export function NotKept() {
  useEffect(probeStorage, []);
  if (!useStore(storageLoss).lost) return null;
  return (
    <p role="status" className="flex items-start gap-2 rounded-12 bg-warn-soft px-3 py-2 text-14 text-text">
      <Icon name="alert" size={18} className="mt-0.5 flex-none text-warn" />
      {m.common_not_kept()}
    </p>
  );
}
