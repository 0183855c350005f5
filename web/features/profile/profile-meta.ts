import type { ModelPage } from "#contract/catalog.ts";
import { siteName, titled } from "#contract/site-name.ts";
import { inLanguage } from "#web/lib/i18n/locale.ts";
import { m } from "#web/paraglide/messages.js";

const descriptionCharactersMax = 200;

/** The metadata of a model's page for search engines and link previews; `origin` as the public reaches us. */
export function profileMeta(model: ModelPage, origin: string) {
  const title = titled(m.profile_title({ name: model.artisticName }));
  const bio = inLanguage(model.bio).replaceAll(/\s+/g, " ").trim();
  const description = shortened(
    bio === "" ? m.profile_description({ site: siteName(), name: model.artisticName }) : bio,
  );
  return [
    { title },
    { name: "description", content: description },
    { property: "og:type", content: "profile" },
    { property: "og:site_name", content: siteName() },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: `${origin}/${model.login}` },
    { property: "og:image", content: new URL(model.pictures.portrait, origin).href },
    { property: "profile:username", content: model.login },
    { name: "twitter:card", content: "summary_large_image" },
    { "script:ld+json": profilePage(model, description, origin) },
    ...plannedEvents(model, origin),
  ];
}

/** The person whom the page is about, as https://schema.org/ProfilePage. */
function profilePage(model: ModelPage, description: string, origin: string) {
  const url = `${origin}/${model.login}`;
  return {
    "@context": "https://schema.org",
    "@type": "ProfilePage",
    url,
    mainEntity: {
      "@type": "Person",
      "@id": `${url}#person`,
      name: model.artisticName,
      alternateName: model.login,
      description,
      image: new URL(model.pictures.portrait, origin).href,
      knowsLanguage: model.languages,
    },
  };
}

/** The next time that they mean to be on air, as https://schema.org/BroadcastEvent. */
function plannedEvents({ artisticName, login, pictures, planned }: ModelPage, origin: string) {
  const [next] = planned;
  if (!next) return [];
  const url = `${origin}/${login}`;
  const event = {
    "@context": "https://schema.org",
    "@type": "BroadcastEvent",
    name: m.profile_title({ name: artisticName }),
    url,
    image: new URL(pictures.portrait, origin).href,
    isLiveBroadcast: true,
    startDate: next.from,
    endDate: next.to,
    eventAttendanceMode: "https://schema.org/OnlineEventAttendanceMode",
    eventStatus: "https://schema.org/EventScheduled",
    location: { "@type": "VirtualLocation", url },
    performer: { "@type": "Person", "@id": `${url}#person`, name: artisticName },
  };
  return [{ "script:ld+json": event }];
}

/** Whole words only. */
function shortened(text: string): string {
  if (text.length <= descriptionCharactersMax) return text;
  return `${text.slice(0, descriptionCharactersMax).replace(/\s+\S*$/, "")}…`;
}
