import { m } from "#web/paraglide/messages.js";
import { Button, ButtonLink } from "#web/ui/Button.tsx";
import { Icon } from "#web/ui/Icon.tsx";

export type NoticeOffer = { model: { login: string; artisticName: string }; notified: boolean };

/** The way off that a mail leads to: one button, which works without any script, and what it has done. */
export function StopNotices({ offer: { model, notified }, code }: { offer: NoticeOffer; code: string }) {
  const name = model.artisticName;
  return (
    <main
      id="main"
      className="mx-auto grid min-h-[60dvh] w-full max-w-[480px] place-content-center gap-3 p-6"
    >
      <span
        className={`grid size-12 place-items-center rounded-full ${notified ? "bg-overlay text-text-2" : "bg-ok-soft text-ok"}`}
      >
        <Icon name={notified ? "bell" : "check"} size={24} />
      </span>
      <h1>{notified ? m.notices_title({ name }) : m.notices_off_title({ name })}</h1>
      <p className="text-text-2">{notified ? m.notices_text({ name }) : m.notices_off_text({ name })}</p>
      {notified ? (
        <form method="post" action={`/stop-notices/${code}`}>
          <Button type="submit" tone="primary" size="lg" wide>
            {m.notices_stop()}
          </Button>
        </form>
      ) : (
        <ButtonLink to={`/${model.login}`} tone="solid">
          {m.notices_back({ name })}
        </ButtonLink>
      )}
    </main>
  );
}
