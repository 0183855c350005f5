import { settingGroups } from "#server/config.ts";
import { defaultOf, type SettingText, textOf } from "#server/config/setting.ts";

type Field = SettingText & { name: string; default: string | undefined };
type Group = { title: string; fields: readonly Field[] };

/** The settings as their schema documents them. Throws the name of one that has no text. */
export function documentedGroups(): Group[] {
  return Object.entries(settingGroups).map(([title, settings]) => ({
    title,
    fields: Object.entries(settings).map(([name, schema]) => {
      const text = textOf(schema);
      if (!text) throw new Error(`${name} has no text; server/config/setting.ts shows how to give it one`);
      return { name, default: defaultOf(schema), ...text };
    }),
  }));
}

/** The text of `docs/configuration.md`. */
export function configurationPage(): string {
  const groups = documentedGroups();
  const total = groups.reduce((sum, { fields }) => sum + fields.length, 0);
  return `# Configuration

${total} settings, all of the environment, read once and checked at the start; a wrong one stops it with a line that names it. The demo needs none of them. Each may stand in a file: \`NAME_FILE\` names one that says what \`NAME\` would, as secrets of systemd, Docker and Kubernetes do. \`npm run configuration\` writes this page and \`.env.example\` from the schema in \`server/config/\`.

[Operating](operating.md) leads through an installation and says where each provider shows its keys. An example in \`<…>\` says where to get a value of your own.
${groups.map(tableOf).join("")}`;
}

function tableOf({ title, fields }: Group): string {
  const rows = fields.map(
    (field) =>
      `| \`${field.name}\` | ${whenUnset(field)} | ${cell(field.about)} | \`${cell(field.example)}\` |\n`,
  );
  return `\n## ${title}\n\n| setting | default | meaning | example |\n|---|---|---|---|\n${rows.join("")}`;
}

function whenUnset(field: Field): string {
  if (field.unset) return cell(field.unset);
  return field.default ? `\`${cell(field.default)}\`` : "–";
}

const cell = (text: string) => text.replaceAll("|", "\\|");

/** The text of `.env.example`: every setting, commented out. */
export function environmentExample(): string {
  return `# Every setting with an example. Nothing reads a file of settings by itself: give a copy of this one, with the lines
# that you need, to Docker Compose (\`env_file\`) or systemd (\`EnvironmentFile\`), or read it into a shell:
#   set -a; . ./.env; set +a; npm start
# Written by \`npm run configuration\` from server/config/; docs/configuration.md shows the same as tables.
${documentedGroups().map(linesOf).join("")}`;
}

function linesOf({ title, fields }: Group): string {
  const lines = fields.map((field) => {
    const rest = whenUnset(field);
    const unset = rest === "–" ? "" : ` (default: ${rest})`;
    return `\n# ${plain(field.about + unset)}\n# ${field.name}=${quoted(field.example)}\n`;
  });
  return `\n# --- ${plain(title)} ---\n${lines.join("")}`;
}

/** Without the marks of Markdown: a link is its text. */
const plain = (text: string) => text.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, "$1").replaceAll("`", "");

/** As a shell, Docker Compose, systemd and Node read it. */
const quoted = (value: string) => (/^[\w.:/@,+-]*$/.test(value) ? value : `'${value}'`);
