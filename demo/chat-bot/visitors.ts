import { between, type Random } from "#server/kit/random.ts";
import type { Language } from "./lines.ts";

/** Somebody who watches and writes. */
export type Visitor = { name: string; language: Language };

const NAMES: Readonly<Record<Language, readonly string[]>> = {
  en: [
    "nightowl",
    "june",
    "theo_k",
    "marge_in_hull",
    "oakley",
    "slowtrain",
    "benji42",
    "harriet_w",
    "the_real_dave",
    "sixpence",
    "nora_b",
    "papercrane",
    "ollie.h",
    "westwind",
    "tamsin",
    "quietcarl",
    "mapmaker",
    "biscuit_tin",
    "jonah_r",
    "kettle_on",
    "priscilla_f",
    "samwise_ish",
    "northbound",
    "ellie_may",
    "grumpycat_owner",
    "desk_plant",
    "marlow",
    "vic_from_leeds",
    "rainydays",
    "otto_v",
    "hazelnut",
    "lateshift_lou",
  ],
  es: [
    "pedro_77",
    "caro_lp",
    "marta.g",
    "el_profe",
    "lucho",
    "tintoconpan",
    "andrea_q",
    "jorgito_mx",
    "la_vecina",
    "camilo_r",
    "belen_23",
    "don_ramiro",
    "paty_sol",
    "nachete",
    "gabi_desvelada",
    "julian_ctg",
    "mafe_v",
    "el_turco",
    "xime",
    "rodri_ba",
    "abuela_lola",
    "cafecito",
    "santi_go",
    "monica_p",
    "beto_d",
    "lau_lau",
    "toño_gdl",
    "isa_marina",
    "manu_norte",
    "vale_c",
    "el_insomne",
    "chelo_f",
  ],
};

const crowd = 18;

/** The regulars of a room; `spanishShare` of them, 0…1, write in Spanish. */
export function gatherCrowd(random: Random, spanishShare: number): Visitor[] {
  const spanish = Math.round(crowd * Math.min(1, Math.max(0, spanishShare)));
  return [...drawSome(random, "es", spanish), ...drawSome(random, "en", crowd - spanish)];
}

function drawSome(random: Random, language: Language, count: number): Visitor[] {
  const left = [...NAMES[language]];
  return Array.from({ length: count }, () => {
    const [name = "guest"] = left.splice(between(random, 0, left.length - 1), 1);
    return { name, language };
  });
}
