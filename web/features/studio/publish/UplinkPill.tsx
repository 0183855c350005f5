import { useLocale } from "#web/lib/i18n/locale.ts";
import type { Uplink } from "#web/lib/media/whip/uplink-stats.ts";
import { m } from "#web/paraglide/messages.js";
import { Pill } from "#web/ui/Badge.tsx";
import { Icon } from "#web/ui/Icon.tsx";

/** How the picture leaves: resolution, frames, megabits; amber and in words when something holds it down. */
export function UplinkPill({ uplink }: { uplink: Uplink }) {
  const language = useLocale();
  const limit = limitText(uplink.limitedBy);
  return (
    <>
      <Pill tone="video" className={`h-7 px-2.5 ${limit ? "text-[#FFB020]!" : "text-[#34D399]!"}`}>
        <Icon name="signal" size={14} />
        {uplinkText(uplink, language)}
      </Pill>
      {limit && (
        <Pill tone="video" className="h-7 px-2.5 text-[#FFB020]!">
          <Icon name="alert" size={14} />
          {limit}
        </Pill>
      )}
    </>
  );
}

function limitText(limitedBy: Uplink["limitedBy"]): string | null {
  if (limitedBy === "cpu") return m.studio_limited_cpu();
  return limitedBy === "bandwidth" ? m.studio_limited_bandwidth() : null;
}

function uplinkText({ width, height, framesPerSecond: fps, kilobitsPerSecond }: Uplink, language: string) {
  if (kilobitsPerSecond === null) return m.studio_uplink_start({ width, height, fps });
  const rate = (kilobitsPerSecond / 1000).toLocaleString(language, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  return m.studio_uplink({ width, height, fps, rate });
}
