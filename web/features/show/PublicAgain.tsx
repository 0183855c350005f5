import { useEffect, useState } from "react";
import { awaitsPublic, setAwaitsPublic } from "#web/entities/show/public-again.ts";
import { m } from "#web/paraglide/messages.js";
import { Switch } from "#web/ui/Switch.tsx";

/** Asks to be told, on whichever page, when the model is back in public. */
export function PublicAgain({ slug, name }: { slug: string; name: string }) {
  const [on, setOn] = useState(false);
  useEffect(() => setOn(awaitsPublic(slug)), [slug]);
  return (
    <div className="mt-3 w-full rounded-16 bg-overlay px-4 py-2 text-left">
      <Switch
        label={m.public_again_tell({ name })}
        checked={on}
        onChange={(next) => {
          setAwaitsPublic({ slug, name }, next);
          setOn(next);
        }}
        className="font-[550]"
      />
      <p className="pb-1 text-12 text-text-2">{m.public_again_hint()}</p>
    </div>
  );
}
