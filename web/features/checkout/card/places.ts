import type { Language } from "#contract/common.ts";

/** A place to choose: its code on the wire and its name for people. */
export type Place = { code: string; name: string };

// ISO 3166-1 alpha-2, without the uninhabited and the placeholder codes.
const countryCodes =
  "AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW";

// United States Postal Service: states, the District of Columbia and the territories.
const unitedStates =
  "AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming|AS American Samoa|GU Guam|MP Northern Mariana Islands|PR Puerto Rico|VI U.S. Virgin Islands";

// Departments of Colombia by their two-letter HASC codes: ISO 3166-2 has three letters, the payment two.
const colombia =
  "AM Amazonas|AN Antioquia|AR Arauca|AT Atlántico|DC Bogotá D.C.|BL Bolívar|BY Boyacá|CL Caldas|CQ Caquetá|CS Casanare|CA Cauca|CE Cesar|CH Chocó|CO Córdoba|CU Cundinamarca|GN Guainía|GV Guaviare|HU Huila|LG La Guajira|MA Magdalena|ME Meta|NA Nariño|NS Norte de Santander|PU Putumayo|QD Quindío|RI Risaralda|SA San Andrés y Providencia|ST Santander|SU Sucre|TO Tolima|VC Valle del Cauca|VP Vaupés|VD Vichada";

const divisions: Readonly<Record<string, readonly Place[]>> = {
  US: readPlaces(unitedStates),
  CO: readPlaces(colombia),
};

/** Every country by its name in `language`, sorted as that language sorts. */
export function countries(language: Language): readonly Place[] {
  const names = new Intl.DisplayNames(language, { type: "region" });
  return countryCodes
    .split(" ")
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((a, b) => a.name.localeCompare(b.name, language));
}

/** The states or departments to choose from; null where the fan types two characters herself. */
export function statesOf(country: string): readonly Place[] | null {
  return divisions[country] ?? null;
}

function readPlaces(list: string): readonly Place[] {
  return list.split("|").map((entry) => ({ code: entry.slice(0, 2), name: entry.slice(3) }));
}
