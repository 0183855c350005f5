import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import type { ChatAttachment } from "#contract/messaging.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Pill } from "#web/ui/Badge.tsx";
import { MoreOfList } from "#web/ui/ListPages.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { Spinner } from "#web/ui/Spinner.tsx";
import { ErrorCard } from "#web/ui/states/ErrorCard.tsx";
import { useInbox } from "../inbox.ts";
import { MediaView } from "./MediaView.tsx";

/** The pictures and videos of a chat, newest first. */
function attachmentsQuery(chatId: number) {
  return infiniteQueryOptions({
    queryKey: ["chat-media", chatId],
    staleTime: 0,
    initialPageParam: 1,
    async queryFn({ pageParam, signal }) {
      const body = { chat_id: chatId, page: pageParam };
      return answerOf(await browserApi.call("POST /api/chat/chat-media-attachments", { body, signal }));
    },
    getNextPageParam: ({ meta }) => (meta.current_page < meta.last_page ? meta.current_page + 1 : undefined),
  });
}

/** All pictures and videos that went back and forth in a chat. */
export function MediaDialog({ chatId, name, onClose }: { chatId: number; name: string; onClose(): void }) {
  const pages = useInfiniteQuery(attachmentsQuery(chatId));
  const media = pages.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Dialog open title={m.inbox_media_title({ name })} maxWidth={720} onClose={onClose}>
      {pages.isPending && (
        <p role="status" className="grid place-items-center py-10">
          <Spinner />
          <span className="sr-only">{m.common_loading()}</span>
        </p>
      )}
      {pages.isError && media.length === 0 && (
        <ErrorCard
          title={m.inbox_media_failed()}
          error={pages.error}
          action={null}
          onRetry={() => void pages.refetch()}
        />
      )}
      {pages.isSuccess && media.length === 0 && (
        <p className="py-10 text-center text-text-2">{m.inbox_media_empty()}</p>
      )}
      <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {media.map((one) => (
          <li key={one.media.id} className="grid aspect-square *:size-full! *:max-h-none!">
            <Tile attachment={one} name={name} renew={pages.refetch} />
          </li>
        ))}
      </ul>
      {pages.hasNextPage && (
        <MoreOfList
          loading={pages.isFetchingNextPage}
          failed={pages.isFetchNextPageError}
          onWanted={() => void pages.fetchNextPage()}
        />
      )}
    </Dialog>
  );
}

function Tile({ attachment, name, renew }: TileProps) {
  const { media, author_id, purchase_status, price } = attachment;
  const { me } = useInbox();
  if (purchase_status !== "unpaid" || author_id === me)
    return <MediaView media={media} mine={author_id === me} name={name} renew={renew} />;
  const words = { count: price ?? 0, amount: tokens(price ?? 0) };
  return (
    <div className="relative grid overflow-hidden rounded-16 bg-overlay">
      {media.thumb && <img src={media.thumb} alt="" className="absolute inset-0 size-full object-cover" />}
      <Pill tone="video" className="z-1 place-self-center">
        <Icon name="lock" size={14} />
        {m.inbox_unlock_tokens(words)}
      </Pill>
    </div>
  );
}

type TileProps = { attachment: ChatAttachment; name: string; renew(): Promise<unknown> };
