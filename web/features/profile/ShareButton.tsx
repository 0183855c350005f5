import { useHydrated } from "#web/lib/page/lazy.tsx";
import { usePageConfig } from "#web/lib/page/page-config.ts";
import { m } from "#web/paraglide/messages.js";
import { IconButton } from "#web/ui/IconButton.tsx";
import { toast } from "#web/ui/toast.ts";

/** Hands the page's address to the device's own way of sharing; there is no button where it has none. */
export function ShareButton({ name, login }: { name: string; login: string }) {
  const { origin } = usePageConfig();
  if (!(useHydrated() && typeof navigator.share === "function")) return null;
  const share = async () => {
    try {
      await navigator.share({ title: `${name} · Fanlight`, url: `${origin}/${login}` });
    } catch (error) {
      // Who closes the device's own list has changed their mind.
      if ((error as DOMException).name !== "AbortError")
        toast({ kind: "error", text: m.profile_share_failed() });
    }
  };
  return (
    <IconButton icon="share" variant="video" label={m.profile_share({ name })} onClick={() => void share()} />
  );
}
