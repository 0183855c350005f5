import { writeFileSync } from "node:fs";
import { configurationPage, environmentExample } from "./configuration/pages.ts";

/** Writes `docs/configuration.md` and `.env.example` from the schema of the settings: `npm run configuration`. */
writeFileSync("docs/configuration.md", configurationPage());
writeFileSync(".env.example", environmentExample());
