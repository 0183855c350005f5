import { defineTexts } from "#server/kit/http/texts.ts";

/** What this module's refusals say. */
export const texts = defineTexts({
  unknown_model: { en: "This model does not exist.", es: "Esta modelo no existe." },
  unknown_chat: { en: "This chat does not exist.", es: "Este chat no existe." },
  unknown_message: { en: "This message does not exist.", es: "Este mensaje no existe." },
  unknown_media: {
    en: "This picture or video is no longer there.",
    es: "Esta foto o este vídeo ya no está disponible.",
  },
  not_yours: { en: "This is not yours.", es: "Esto no es tuyo." },
  other_gone: {
    en: "This person can no longer be reached.",
    es: "Ya no es posible contactar con esta persona.",
  },
  banned: {
    en: "This model has closed her room and her chats to you.",
    es: "Esta modelo te ha cerrado su sala y sus chats.",
  },
  temp_id_used: {
    en: "This id was used for another message.",
    es: "Este identificador ya se usó para otro mensaje.",
  },
  too_many: { en: "A little slower, please.", es: "Un poco más despacio, por favor." },
  too_many_today: {
    en: "That was the last message to many for today.",
    es: "Ese fue el último mensaje masivo de hoy.",
  },
  not_listed: {
    en: "Your page is not in the lists now, so nobody new can be written to.",
    es: "Tu página no está en las listas ahora, así que no puedes escribir a gente nueva.",
  },
  only_text: {
    en: "Send files to the address for files.",
    es: "Envía los archivos a la dirección de archivos.",
  },
  not_for_fans: {
    en: "Only models can ask tokens for a picture or video.",
    es: "Solo las modelos pueden pedir tokens por una foto o un vídeo.",
  },
  price_missing: { en: "Say how many tokens it costs.", es: "Indica cuántos tokens cuesta." },
  not_for_sale: {
    en: "This picture or video costs nothing.",
    es: "Esta foto o este vídeo no cuesta nada.",
  },
  not_ready: {
    en: "This is still being prepared. Try again in a moment.",
    es: "Todavía se está preparando. Inténtalo de nuevo en un momento.",
  },
  not_media: {
    en: "This is neither a picture (JPEG, PNG, WebP) nor a video (MP4, WebM, MOV).",
    es: "Esto no es ni una imagen (JPEG, PNG, WebP) ni un vídeo (MP4, WebM, MOV).",
  },
  too_large: {
    en: "A picture may have at most 20 MB.",
    es: "Una imagen puede tener como máximo 20 MB.",
  },
  foreign_origin: {
    en: "This address takes no files from that site.",
    es: "Esta dirección no acepta archivos desde ese sitio.",
  },
  key_conflict: {
    en: "This id was used for another purchase.",
    es: "Este identificador ya se usó para otra compra.",
  },
  frozen: {
    en: "Spending is paused on this account. Please contact support.",
    es: "El gasto está en pausa en esta cuenta. Contacta con soporte.",
  },
  too_few_tokens: { en: "You do not have enough tokens.", es: "No tienes suficientes tokens." },
});
