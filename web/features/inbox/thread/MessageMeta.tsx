import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { timeOf, useDateFormat } from "../date-format.ts";
import { chooseFile } from "./AttachButton.tsx";
import type { ThreadItem } from "./thread-item.ts";
import type { ThreadSession } from "./thread-session.ts";

/** When a message was sent, and how far an own one has come: on its way, delivered, read, or not sent. */
export function MessageMeta({ thread, item }: { thread: ThreadSession; item: ThreadItem }) {
  const format = useDateFormat();
  if (item.state === "failed") return <Failed thread={thread} item={item} />;
  if (item.state === "sending")
    return (
      <p className={classes}>
        <Icon name="clock" size={15} />
        {m.inbox_sending()}
      </p>
    );
  return (
    <p className={classes}>
      <time dateTime={item.message.created_at} className={format.className}>
        {timeOf(item.message.created_at, format)}
      </time>
      {item.mine && <ReadMark read={item.message.was_read} />}
      <ToManyMark message={item.message} />
    </p>
  );
}

/** Says of what was not written to this person alone that it was not. */
function ToManyMark({ message }: Pick<ThreadItem, "message">) {
  if (message.mass_message_id === null) return null;
  return (
    <span data-testid="to-many" className="inline-flex items-center gap-1">
      <Icon name="post" size={15} />
      {message.automatic ? m.inbox_automatic() : m.inbox_to_many()}
    </span>
  );
}

const classes = "flex items-center gap-1.5 px-1 text-12 text-text-3";

/** One tick: it is there. Two in the accent: it was read. */
function ReadMark({ read }: { read: boolean }) {
  return (
    <span className={read ? "text-accent" : undefined}>
      <Icon name={read ? "checks" : "check"} size={15} />
      <span className="sr-only">{read ? m.inbox_read() : m.inbox_delivered()}</span>
    </span>
  );
}

function Failed({ thread, item }: { thread: ThreadSession; item: ThreadItem }) {
  const press = "min-h-9 px-1 font-semibold underline underline-offset-3";
  const another = () => {
    // The message's caption waits for the next one.
    thread.edit(item.key);
    thread.choose(null);
    chooseFile();
  };
  return (
    <p className="flex flex-wrap items-center justify-end gap-1.5 px-1 text-12 text-error">
      <span className="flex min-w-0 items-start gap-1.5">
        <Icon name="alert" size={15} className="mt-px flex-none" />
        {item.problem ?? m.inbox_failed()}
      </span>
      {item.upload?.refused ? (
        <button type="button" className={press} onClick={another}>
          {m.inbox_choose_another()}
        </button>
      ) : (
        <button type="button" className={press} onClick={() => thread.retry(item.key)}>
          {m.inbox_retry()}
        </button>
      )}
      {item.upload && !item.upload.refused && (
        <button type="button" className={press} onClick={() => thread.edit(item.key)}>
          {m.inbox_edit_file()}
        </button>
      )}
      <button type="button" className={press} onClick={() => thread.discard(item.key)}>
        {m.inbox_discard()}
      </button>
    </p>
  );
}
