import { m } from "#web/paraglide/messages.js";
import { Button, ButtonLink } from "#web/ui/buttons/Button.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";

export type NoticeOffer = {
  about: "live" | "public_again" | "digest";
  /** Of an alert of going live. */
  model: { login: string; artisticName: string } | null;
  notified: boolean;
};

/** The way off that a mail leads to: one button, which works without any script, and what it has done. */
export function StopNotices({ offer, code }: { offer: NoticeOffer; code: string }) {
  const { model, notified } = offer;
  const words = wordsOf(offer);
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
      <h1>{notified ? words.title : words.offTitle}</h1>
      <p className="text-text-2">{notified ? words.text : words.offText}</p>
      {notified ? (
        <form method="post" action={`/stop-notices/${code}`}>
          <Button type="submit" tone="primary" size="lg" wide>
            {m.notices_stop()}
          </Button>
        </form>
      ) : (
        <ButtonLink to={model ? `/${model.login}` : "/settings#notifications"} tone="solid">
          {model ? m.notices_back({ name: model.artisticName }) : m.notify_settings()}
        </ButtonLink>
      )}
    </main>
  );
}

function wordsOf({ about, model }: NoticeOffer) {
  const name = model?.artisticName ?? "";
  if (about === "live")
    return {
      title: m.notices_title({ name }),
      text: m.notices_text({ name }),
      offTitle: m.notices_off_title({ name }),
      offText: m.notices_off_text({ name }),
    };
  const off = { offTitle: m.notices_mail_off_title(), offText: m.notices_mail_off_text() };
  return about === "digest"
    ? { title: m.notices_digest_title(), text: m.notices_digest_text(), ...off }
    : { title: m.notices_public_title(), text: m.notices_public_text(), ...off };
}
