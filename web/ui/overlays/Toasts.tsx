import { useSyncExternalStore } from "react";
import { Link } from "react-router";
import { m } from "#web/paraglide/messages.js";
import { IconButton } from "../buttons/IconButton.tsx";
import { cx } from "../cx.ts";
import { Avatar } from "../pictures/Avatar.tsx";
import { Icon, type IconName } from "../pictures/Icon.tsx";
import { dismissToast, type ShownToast, type ToastKind, toastStore } from "./toast.ts";

const none: readonly ShownToast[] = [];
const variants: Record<ToastKind, { icon: IconName; colour: string }> = {
  success: { icon: "check", colour: "text-ok" },
  error: { icon: "alert", colour: "text-error" },
  info: { icon: "info", colour: "text-accent" },
};

/** Draws the toasts of the page; stands once, in the root. The region is always there, so that it is announced. */
export function Toasts() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read, () => none);
  return (
    <section aria-label={m.common_notices()} aria-live="polite" className="toasts">
      {toasts.map(({ id, kind, text, link, from, open }) => (
        <div key={id} className="toast">
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
