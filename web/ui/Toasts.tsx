import { useSyncExternalStore } from "react";
import { Link } from "react-router";
import { m } from "#web/paraglide/messages.js";
import { Avatar } from "./Avatar.tsx";
import { cx } from "./cx.ts";
import { Icon, type IconName } from "./Icon.tsx";
import { IconButton } from "./IconButton.tsx";
import { dismissToast, type ShownToast, type ToastKind, toastStore } from "./toast.ts";

const NONE: readonly ShownToast[] = [];
const variants: Record<ToastKind, { icon: IconName; colour: string }> = {
  success: { icon: "check", colour: "text-ok" },
  error: { icon: "alert", colour: "text-error" },
  info: { icon: "info", colour: "text-accent" },
};

/** Draws the toasts of the page; stands once, in the root. The region is always there, so that it is announced. */
export function Toasts() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read, () => NONE);
  return (
    <section
      aria-label={m.common_notices()}
      aria-live="polite"
      className="pointer-events-none fixed top-[calc(86px+var(--offline-bar))] right-6 z-[300] grid w-[min(360px,calc(100vw-32px))] gap-2.5 max-md:right-4"
    >
      {toasts.map(({ id, kind, text, link, from, open }) => (
        <div
          key={id}
          className="pointer-events-auto relative grid grid-cols-[auto_1fr_auto] items-center gap-3 rounded-16 bg-overlay py-2 pr-2 pl-4 text-text shadow-[var(--shadow-2),inset_0_0_0_1px_#ffffff0f] motion-safe:animate-[rise_200ms_var(--ease)] light:bg-white"
        >
          {from ? (
            <Avatar name={from.name} src={from.avatar} size={40} />
          ) : (
            <Icon name={variants[kind].icon} className={cx(variants[kind].colour)} />
          )}
          <span className="grid min-w-0">
            {from && <b className="truncate font-semibold">{from.name}</b>}
            <span className={from && "line-clamp-2 wrap-anywhere"}>
              {text}
              {link && (
                <Link
                  to={link.to}
                  onClick={() => dismissToast(id)}
                  className="ml-2 inline-block font-semibold text-accent underline"
                >
                  {link.text}
                </Link>
              )}
            </span>
          </span>
          {open && (
            <button
              type="button"
              aria-label={open.label}
              onClick={() => {
                dismissToast(id);
                open.run();
              }}
              className="absolute inset-0 rounded-16"
            />
          )}
          <IconButton
            icon="x"
            label={m.common_close()}
            onClick={() => dismissToast(id)}
            className="relative size-9"
            iconSize={16}
          />
        </div>
      ))}
    </section>
  );
}
