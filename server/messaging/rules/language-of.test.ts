import { expect, test } from "vitest";
import { languageOf } from "./language-of.ts";

test.each([
  ["Hello, how are you?", "en"],
  ["What shall I sing for you tonight?", "en"],
  ["thanks!", "en"],
  ["I love this song", "en"],
  ["Hola, ¿cómo estás?", "es"],
  ["quiero una cancion para hoy", "es"],
  ["¡Feliz año!", "es"],
  ["gracias por todo", "es"],
  ["muy bonita", "es"],
  ["me gusta mucho tu voz", "es"],
  ["ok", null],
  ["😀😀", null],
  ["", null],
  ["12:30", null],
  ["hello hola", null],
  ["Bolero", null],
] as const)("%j is in %j", (text, language) => {
  expect(languageOf(text)).toBe(language);
});
