import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense } from "react";
import { Link } from "react-router";
import type { Post } from "#contract/content.ts";
import {
  type ContentItem,
  type ContentKind,
  contentKinds,
  itemDetails,
} from "#web/entities/content/content-item.ts";
import { itemQuery } from "#web/entities/content/content-query.ts";
import { ReportButton } from "#web/entities/report/ReportButton.tsx";
import { lazyComponent, useHydrated } from "#web/lib/page/lazy.tsx";
import { m } from "#web/paraglide/messages.js";
import { ButtonLink } from "#web/ui/buttons/Button.tsx";
import { Avatar } from "#web/ui/pictures/Avatar.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { EmptyState } from "#web/ui/states/EmptyState.tsx";
import { ErrorCard } from "#web/ui/states/ErrorCard.tsx";
import { PostReactions } from "./comments/PostLike.tsx";
import { ItemAccess } from "./ItemAccess.tsx";
import { ItemStage } from "./ItemStage.tsx";
import { kindLabels } from "./kind-labels.ts";
import { Stars } from "./Stars.tsx";

const Comments = lazyComponent(() => import("./comments/Comments.tsx").then((file) => file.Comments));

/** One video or post at its own address: locked with what it costs, or open. `id`: null when the address names none. */
export function ItemPage({ id, ...rest }: ItemPageProps & { id: number | null }) {
  return id === null ? <Gone kind={rest.kind} /> : <Item id={id} {...rest} />;
}

type ItemPageProps = {
  kind: ContentKind;
  /** The actions with the item's model, and the model's other items; their code may come late. */
  actions?(item: ContentItem): ReactNode;
  more?(item: ContentItem): ReactNode;
};

function Item({ kind, id, actions, more }: ItemPageProps & { id: number }) {
  const query = useQuery(itemQuery(kind, id));
  const hydrated = useHydrated();
  const item = query.data;
  if (item === undefined)
    return (
      <main id="main" className="grid min-h-[60dvh] place-items-center">
        {query.isError && (
          <ErrorCard headingLevel="h1" error={query.error} onRetry={() => void query.refetch()} />
        )}
      </main>
    );
  if (item === null) return <Gone kind={kind} />;
  return (
    <main
      id="main"
      className="mx-auto w-full max-w-[1160px] pb-14 min-[1600px]:max-w-[1480px] md:px-4 lg:px-8 lg:pt-3"
    >
      <BackLink kind={kind} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-[minmax(0,1fr)_340px] min-[1600px]:grid-cols-[minmax(0,1fr)_400px] lg:grid-rows-[auto_1fr] lg:gap-x-6">
        <ItemStage key={item.id} item={item} renew={query.refetch} />
        <Heading item={item} />
        <div className="grid content-start gap-3 max-md:mx-4">
          <section
            aria-label={m.content_access()}
            className="rounded-16 bg-surface p-5 shadow-[inset_0_0_0_1px_var(--line)]"
          >
            <ItemAccess kind={kind} item={item} />
            <ReportButton targets={() => [{ about: kind, id: item.id, text: item.title }]} className="mt-3" />
          </section>
          {item.model.listed && actions && hydrated && <Suspense>{actions(item)}</Suspense>}
        </div>
        {"body" in item && <PostRest post={item} />}
      </div>
      {item.model.listed && more && hydrated && <Suspense>{more(item)}</Suspense>}
    </main>
  );
}

function BackLink({ kind }: { kind: ContentKind }) {
  return (
    <Link
      to={contentKinds[kind].path}
      className="-ml-1 inline-flex min-h-11 items-center gap-1 text-text-2 hover:text-text max-md:ml-3"
    >
      <Icon name="left" size={18} />
      {kindLabels[kind].all()}
    </Link>
  );
}

function Heading({ item }: { item: ContentItem }) {
  const name = item.model.artisticName;
  return (
    <div className="grid content-start gap-3 max-md:px-4">
      <h1 className="text-20! text-balance lg:text-28!">{item.title}</h1>
      <p className="flex items-center gap-3">
        <Avatar name={name} src={item.model.avatar} />
        <span className="min-w-0">
          {item.model.listed ? (
            <Link to={`/${item.model.login}`} className="block truncate font-semibold hover:underline">
              {name}
            </Link>
          ) : (
            <b className="block truncate font-semibold">{name}</b>
          )}
          <span className="flex items-center gap-2 text-12 text-text-2">
            {itemDetails(item).join(" · ")}
            <Stars rating={item.rating} />
          </span>
        </span>
      </p>
    </div>
  );
}

/** The parts of a post alone: its text, its hearts, and the comments for those to whom it is open. */
function PostRest({ post }: { post: Post }) {
  const hydrated = useHydrated();
  return (
    <div className="grid content-start gap-4 lg:col-start-1">
      <Body item={post} />
      <PostReactions post={post} />
      {post.payed && hydrated && (
        <Suspense>
          <Comments post={post} />
        </Suspense>
      )}
    </div>
  );
}

function Body({ item }: { item: Pick<Post, "body" | "payed"> }) {
  if (item.payed && !item.body) return null;
  return (
    <p className="max-w-[68ch] text-16 whitespace-pre-line text-text-2 max-md:px-4">
      {item.payed ? item.body : m.content_body_locked()}
    </p>
  );
}

function Gone({ kind }: { kind: ContentKind }) {
  const labels = kindLabels[kind];
  return (
    <main id="main" className="grid min-h-[60dvh] place-items-center">
      <EmptyState
        headingLevel="h1"
        title={labels.goneTitle()}
        text={m.content_gone_text()}
        action={
          <ButtonLink to={contentKinds[kind].path} tone="solid">
            {labels.all()}
          </ButtonLink>
        }
      />
    </main>
  );
}
