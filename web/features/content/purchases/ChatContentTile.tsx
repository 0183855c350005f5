import type { PurchasedChatMedia } from "#contract/messaging.ts";
import { isBlank } from "#contract/written-text.ts";
import { lengthText } from "#web/entities/content/content-item.ts";
import { ago } from "#web/lib/i18n/format.ts";
import { useLocale } from "#web/lib/i18n/locale.ts";
import { m } from "#web/paraglide/messages.js";
import { Pill } from "#web/ui/Badge.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";

type ChatContentTileProps = { item: PurchasedChatMedia; now: string; onOpen(): void };

/** One picture or video out of a chat: a button that opens it, with the whole story in its name. */
export function ChatContentTile({ item, now, onOpen }: ChatContentTileProps) {
  const when = m.purchases_bought({ ago: ago(item.added_at, new Date(now), useLocale()) });
  const name = item.model?.name ?? m.purchases_chat_gone();
  const title = chatContentTitle(item);
  return (
    <li className="content-tile" data-testid={`chat-content-${item.id}`}>
      <button
        type="button"
        className="group block w-full rounded-12 text-left"
        aria-label={`${title}, ${name}, ${when}`}
        onClick={onOpen}
      >
        <span
          data-theme="dark"
          className="relative block aspect-[16/10] overflow-hidden rounded-12 bg-overlay text-text"
        >
          {item.thumb !== null && (
            <img
              src={item.thumb}
              alt=""
              width={480}
              height={300}
              loading="lazy"
              className="size-full object-cover transition-transform duration-(--shared) group-hover:scale-[1.03]"
            />
          )}
          <span className="absolute inset-0 m-auto grid size-11 place-items-center rounded-full bg-plate">
            <Icon name={item.type === "video" ? "play" : "image"} />
          </span>
          {item.duration !== null && (
            <Pill tone="video" className="absolute right-2 bottom-2">
              {lengthText(Math.round(item.duration))}
            </Pill>
          )}
        </span>
        <span className="mt-2 line-clamp-2 font-semibold group-hover:underline">{title}</span>
        <span className="mt-0.5 block truncate text-12 text-text-2">
          {name} · {when}
        </span>
      </button>
    </li>
  );
}

/** The model's words about it, or else its kind. */
export function chatContentTitle({ title, type }: Pick<PurchasedChatMedia, "title" | "type">): string {
  if (!isBlank(title)) return title;
  return type === "video" ? m.purchases_chat_video() : m.purchases_chat_picture();
}
