import { type ChatReading, chooseChatReading, useChatReading } from "#web/entities/message/chat-reading.ts";
import { m } from "#web/paraglide/messages.js";
import { Segmented } from "#web/ui/fields/Segmented.tsx";
import { NotKept } from "#web/ui/states/NotKept.tsx";
import { SettingsSection } from "./SettingsSection.tsx";

/** How chats are read: their text, and what a screen reader speaks; of this browser alone. */
export function ChatReadingSection() {
  const reading = useChatReading();
  return (
    <SettingsSection title={m.chat_reading()} anchor="chats">
      <div className="grid gap-4">
        <NotKept />
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <p className="font-[550]">{m.chat_text_size()}</p>
          <Segmented<ChatReading["size"]>
            label={m.chat_text_size()}
            options={[
              { value: "normal", text: m.chat_text_normal() },
              { value: "large", text: m.chat_text_large() },
              { value: "larger", text: m.chat_text_larger() },
            ]}
            value={reading.size}
            onChange={(size) => chooseChatReading({ ...reading, size })}
          />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <div>
            <p className="font-[550]">{m.chat_speech()}</p>
            <p className="max-w-[48ch] text-12 text-text-3">{m.chat_speech_hint()}</p>
          </div>
          <Segmented<ChatReading["speed"]>
            label={m.chat_speech()}
            options={[
              { value: "each", text: m.chat_speech_each() },
              { value: "slow", text: m.chat_speech_slow() },
              { value: "off", text: m.chat_speech_off() },
            ]}
            value={reading.speed}
            onChange={(speed) => chooseChatReading({ ...reading, speed })}
          />
        </div>
      </div>
    </SettingsSection>
  );
}
