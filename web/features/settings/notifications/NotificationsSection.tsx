import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { NotificationSettings, NotificationSubject } from "#contract/notifications.ts";
import {
  notificationSettingsQuery,
  putNotificationSettings,
} from "#web/entities/account/notification-settings.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { useLatestChange } from "#web/lib/api/use-latest-change.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Field } from "#web/ui/fields/Field.tsx";
import { Switch } from "#web/ui/fields/Switch.tsx";
import { toastRefusal } from "#web/ui/overlays/toast.ts";
import { hasFailed, PartFailed } from "#web/ui/states/PartFailed.tsx";
import { Skeleton } from "#web/ui/states/Skeleton.tsx";
import { SettingsSection } from "../SettingsSection.tsx";

const labels: Record<NotificationSubject, () => string> = {
  live: () => m.notify_live(),
  schedule: () => m.notify_schedule(),
  public_again: () => m.notify_public_again(),
  searches: () => m.notify_searches(),
  messages: () => m.notify_messages(),
  shows: () => m.notify_shows(),
  subscriptions: () => m.notify_subscriptions(),
  tokens: () => m.notify_tokens(),
};

const subjects = Object.keys(labels) as NotificationSubject[];

/** The subjects, hours and ways of a fan's notifications; each choice is stored at once. */
export function NotificationsSection() {
  const read = useQuery(notificationSettingsQuery);
  const stored = read.data;
  const { change, wanted } = useNotificationSettings();
  const settings = stored && { ...stored, ...wanted, off: offOf(stored, wanted?.turned) };
  return (
    <SettingsSection title={m.notify_settings()} anchor="notifications">
      <p className="mb-2 max-w-[62ch] text-text-2">{m.notify_lead()}</p>
      <PartFailed read={read} text={m.notify_failed()} />
      {!settings && !hasFailed(read) && <Skeleton className="h-64 rounded-12" />}
      {settings && (
        <>
          {subjects.map((subject) => (
            <Switch
              key={subject}
              label={labels[subject]()}
              checked={!settings.off.includes(subject)}
              onChange={(on) => change({ turned: { [subject]: on } })}
            />
          ))}
          <hr className="my-4 border-line" />
          <Quiet settings={settings} change={change} />
          <Switch
            label={m.notify_digest()}
            checked={settings.digest}
            onChange={(digest) => change({ digest })}
          />
          <Switch
            label={m.notify_discreet()}
            checked={settings.discreet}
            onChange={(discreet) => change({ discreet })}
          />
          <Muted models={settings.muted_models} />
        </>
      )}
    </SettingsSection>
  );
}

type QuietProps = { settings: NotificationSettings; change(change: SettingsChange): void };

const defaultQuietHours = { from: "22:00", to: "08:00" };

/** The zone is that of the browser in which the hours are chosen. */
function Quiet({ settings: { quiet, time_zone }, change }: QuietProps) {
  const zoneHere = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
  const set = (hours: NotificationSettings["quiet"]) => change({ quiet: hours, time_zone: zoneHere() });
  const setTime = (part: "from" | "to", time: string) => {
    if (quiet && time !== "" && time !== quiet[part === "from" ? "to" : "from"])
      set({ ...quiet, [part]: time });
  };
  return (
    <>
      <Switch
        label={m.notify_quiet()}
        checked={quiet !== null}
        onChange={(on) => set(on ? defaultQuietHours : null)}
      />
      {quiet && (
        <div className="mb-2">
          <div className="grid max-w-[360px] grid-cols-2 gap-3">
            <Field
              label={m.notify_quiet_from()}
              type="time"
              autoComplete="off"
              value={quiet.from}
              onChange={(event) => setTime("from", event.target.value)}
            />
            <Field
              label={m.notify_quiet_to()}
              type="time"
              autoComplete="off"
              value={quiet.to}
              onChange={(event) => setTime("to", event.target.value)}
            />
          </div>
          <p className="-mt-3 text-12 text-text-3">{m.notify_quiet_hint({ zone: time_zone })}</p>
        </div>
      )}
    </>
  );
}

function Muted({ models }: { models: NotificationSettings["muted_models"] }) {
  const { pending, unmute } = useUnmute();
  if (models.length === 0) return null;
  return (
    <>
      <h3 className="mt-4 text-14! font-[550]">{m.notify_muted()}</h3>
      <ul className="mt-2 flex flex-wrap gap-2">
        {models.map(({ id, name }) => (
          <li key={id}>
            <Button size="sm" busy={pending} onClick={() => unmute(id)}>
              {m.notify_unmute({ name })}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

type Turned = Partial<Record<NotificationSubject, boolean>>;

/** Of the subjects those that were turned: two that are turned at once must not undo each other. */
type SettingsChange = Partial<Omit<NotificationSettings, "muted_models" | "off">> & { turned?: Turned };

function offOf(stored: NotificationSettings | undefined, turned: Turned = {}): NotificationSubject[] {
  const others = stored?.off.filter((subject) => turned[subject] === undefined) ?? [];
  return [...others, ...subjects.filter((subject) => turned[subject] === false)];
}

/** Changes how the fan is notified: it shows at once, and goes back when the server refuses. */
function useNotificationSettings() {
  const client = useQueryClient();
  const { run } = useCommand({
    call({ turned, ...change }: SettingsChange) {
      const stored = client.getQueryData(notificationSettingsQuery.queryKey);
      const body = turned ? { ...change, off: offOf(stored, turned) } : change;
      return browserApi.call("POST /api/fan/notification-settings", { body, keepalive: true });
    },
    changes: [notificationSettingsQuery.queryKey],
    onDone: ({ body }) => putNotificationSettings(client, body),
    onRefused: toastRefusal,
  });
  return useLatestChange(run, (before, next) => ({
    ...before,
    ...next,
    ...(next.turned && { turned: { ...before.turned, ...next.turned } }),
  }));
}

/** Lets a muted model be heard again. */
function useUnmute() {
  const client = useQueryClient();
  const { pending, run } = useCommand({
    call: (model_id: number) =>
      browserApi.call("POST /api/fan/mute-model", { body: { model_id, muted: false } }),
    onDone: ({ body }) => putNotificationSettings(client, body),
    onRefused: toastRefusal,
  });
  return { pending, unmute: (modelId: number) => void run(modelId) };
}
