import { type ReactNode, useState } from "react";
import type { ModelPage } from "#contract/catalog.ts";
import { titled } from "#contract/site-name.ts";
import { mayMove } from "#web/entities/room/preview/may-move.ts";
import { ago, shortCount } from "#web/lib/i18n/format.ts";
import { inLanguage } from "#web/lib/i18n/locale.ts";
import { openedComponent, useHydrated } from "#web/lib/page/lazy.tsx";
import { usePageConfig } from "#web/lib/page/page-config.ts";
import { useIsAdult } from "#web/lib/session/age-gate.ts";
import { m } from "#web/paraglide/messages.js";
import { Badge, badgeModeOf, Pill } from "#web/ui/Badge.tsx";
import { IconButton } from "#web/ui/buttons/IconButton.tsx";
import { cx } from "#web/ui/cx.ts";
import { toast } from "#web/ui/overlays/toast.ts";
import { Flag } from "#web/ui/pictures/Flag.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { placeholderGradient } from "#web/ui/pictures/placeholder.ts";
import { preloadPicture } from "#web/ui/pictures/preload-picture.ts";

const LivePicture = openedComponent(() =>
  import("#web/entities/room/preview/LivePicture.tsx").then((file) => file.LivePicture),
);

/** `now`: when the page was made, for "seen 2 h ago"; `children`: what one can do. */
type ProfileHeroProps = { page: ModelPage; now: string; children: ReactNode };

/** The model's picture with name, state and topic over it; dark in both themes, as everything over pictures. */
export function ProfileHero({ page, now, children }: ProfileHeroProps) {
  const preview = useHeroPreview(page);
  return (
    <section data-theme="dark" className={frame}>
      <HeroPicture page={page} />
      {preview.playing && (
        <LivePicture slug={page.login} large className={cx("-z-1", portraitPlace, pictureHeight)} />
      )}
      <div className="absolute top-3 right-3 z-2 flex gap-2">
        {preview.offered && (
          <IconButton
            icon={preview.playing ? "pause" : "play"}
            variant="video"
            label={preview.playing ? m.profile_preview_stop() : m.profile_preview_play()}
            onClick={preview.toggle}
          />
        )}
        <ShareButton name={page.artisticName} login={page.login} />
      </div>
      <div
        aria-hidden="true"
        className={cx(
          "absolute inset-0 -z-1 bg-[linear-gradient(0deg,#0b0a10,rgb(11_10_16/.78)_24%,transparent_52%)] sm:bg-[linear-gradient(90deg,rgb(11_10_16/.9),rgb(11_10_16/.55)_44%,transparent_72%)]",
          scrimHeight,
        )}
      />
      <div className="relative z-1 grid w-full gap-3 p-4 text-white max-sm:mt-[calc(min(112vw,460px)-112px)] sm:max-w-[60%] sm:self-end md:p-6 lg:max-w-[500px] lg:p-9 xl:max-w-[640px]">
        <State page={page} now={now} />
        <h1 className="flex items-center gap-3 text-[38px]! leading-none lg:text-[42px]!">
          <span className="min-w-0 [overflow-wrap:anywhere]">{page.artisticName}</span>
          <Flag country={page.country} />
        </h1>
        <p className="max-w-[44ch] text-16 text-[#DAD4E6] empty:hidden">{inLanguage(page.topic)}</p>
        {children}
      </div>
    </section>
  );
}

/** On phones the picture stands above the words, else beside them: no words lie over a face. */
const frame =
  "relative isolate overflow-hidden bg-bg text-text max-lg:-mx-3 max-lg:-mt-3 sm:flex sm:min-h-[372px] lg:col-span-2 lg:rounded-20";
const pictureHeight = "max-sm:h-[min(112vw,460px)]";
/** One pixel more: the picture's height is a fraction, and its last row would show. */
const scrimHeight = "max-sm:h-[calc(min(112vw,460px)+1px)]";

const portraitPlace =
  "absolute inset-x-0 top-0 size-full object-cover object-[50%_12%] sm:left-auto sm:w-[56%] sm:object-[50%_20%] " +
  "sm:[mask-image:linear-gradient(90deg,transparent,#000_26%)] lg:right-[4%] lg:w-[520px] lg:object-[50%_24%] " +
  "lg:[mask-image:linear-gradient(90deg,transparent,#000_26%,#000_78%,transparent)]";

function HeroPicture({ page }: { page: ModelPage }) {
  const { portrait, tall, thumbhash } = page.pictures;
  preloadPicture(tall, "(max-width: 639px)");
  preloadPicture(portrait, "(min-width: 640px)");
  return (
    <div aria-hidden="true" className={cx("absolute inset-x-0 top-0 -z-1 h-full", pictureHeight)}>
      <div
        className="absolute inset-0 brightness-50"
        style={{ backgroundImage: placeholderGradient(thumbhash) }}
      />
      <img
        src={portrait}
        alt=""
        loading="lazy"
        className="absolute inset-0 hidden size-full scale-110 object-cover blur-2xl brightness-[.55] sm:block"
      />
      <picture>
        <source media="(max-width: 639px)" srcSet={tall} width={360} height={640} />
        <img src={portrait} width={480} height={600} alt="" fetchPriority="high" className={portraitPlace} />
      </picture>
    </div>
  );
}

function State({ page, now }: { page: ModelPage; now: string }) {
  const { stream_status: status, stream_type: type } = page.stream;
  if (!page.isStream) return <p className="text-14 text-[#DAD4E6]">{lastSeenText(page, now)}</p>;
  return (
    <p className="flex flex-wrap items-center gap-1.5" data-testid="profile-state">
      <Badge
        mode={status === "paused" ? "off" : badgeModeOf({ status, type })}
        text={status === "paused" ? m.home_badge_paused() : undefined}
      />
      {page.watchers > 0 && (
        <Pill tone="video">
          <Icon name="eye" size={14} />
          <span aria-hidden="true">{shortCount(page.watchers)}</span>
          <span className="sr-only">{m.profile_watching({ count: shortCount(page.watchers) })}</span>
        </Pill>
      )}
    </p>
  );
}

function lastSeenText({ isOnline, lastConnection }: ModelPage, now: string): string {
  if (isOnline) return m.home_online();
  if (lastConnection === null) return m.home_not_seen();
  return m.home_seen({ ago: ago(lastConnection, new Date(now)) });
}

/**
 * Whether a model's page plays their public picture, and whether it could: for adults, guests too, while they are live and
 * neither has blocked the other.
 */
export function useHeroPreview({
  isStream,
  stream,
  blocked = false,
  banned = false,
}: Pick<ModelPage, "isStream" | "stream"> & Partial<Pick<ModelPage, "blocked" | "banned">>) {
  const [wanted, want] = useState<boolean | null>(null);
  const hydrated = useHydrated();
  const adult = useIsAdult();
  const isPublic = isStream && stream.stream_status === "began" && stream.stream_type === "public";
  const offered = hydrated && adult && isPublic && !blocked && !banned;
  const playing = offered && (wanted ?? mayMove());
  return { offered, playing, toggle: () => want(!playing) };
}

/** Hands the page's address to the device's own way of sharing; there is no button where it has none. */
export function ShareButton({ name, login }: { name: string; login: string }) {
  const { origin } = usePageConfig();
  if (!(useHydrated() && typeof navigator.share === "function")) return null;
  const share = async () => {
    try {
      await navigator.share({ title: titled(name), url: `${origin}/${login}` });
    } catch (error) {
      // Closing the device's own list is no failure.
      if ((error as DOMException).name !== "AbortError")
        toast({ kind: "error", text: m.profile_share_failed() });
    }
  };
  return (
    <IconButton icon="share" variant="video" label={m.profile_share({ name })} onClick={() => void share()} />
  );
}
