// Every text of the page (texts/PART.json) and of a game (games/GAME/texts.json) is there in English
// and German, with the same values, and every text is used:
// t("a.key"), or t(`a.prefix.${x}`) for all keys of that form. t(`a.${x}`) would be any text of a
// part, and nobody would see which of them are used.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const SOURCES = new URL("../src/", import.meta.url).pathname.replace(/^\/([A-Z]:)/, "$1");
const all = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).map((name) => name.replaceAll("\\", "/"));
const problems = [];
const texts = {};

for (const file of all.filter((name) => /^(texts\/\w+|games\/\w+\/texts)\.json$/.test(name))) {
  const game = /^games\/(\w+)/.exec(file)?.[1];
  for (const [key, text] of Object.entries(JSON.parse(readFileSync(join(SOURCES, file), "utf8")))) {
    if (key in texts) problems.push(`${key}: is there twice`);
    if (game && !key.startsWith(`${game}.`)) problems.push(`${key}: a text of ${game} begins with its name`);
    texts[key] = text;
    const values = {};
    for (const language of ["en", "de"]) {
      if (!text[language]?.trim()) problems.push(`${key}: is missing in "${language}"`);
      values[language] = [...(text[language] ?? "").matchAll(/\{(\w+)/g)].map(([, name]) => name);
    }
    const [en, de] = [values.en, values.de].map((names) => [...new Set(names)].sort().join(" "));
    if (en !== de) problems.push(`${key}: values differ: {${en}} and {${de}}`);
  }
}

const used = new Set();
const forms = new Map();
for (const name of all) {
  if (!/\.(svelte|ts)$/.test(name) || /\.(test|d)\.ts$/.test(name)) continue;
  const source = readFileSync(join(SOURCES, name), "utf8");
  for (const [, key] of source.matchAll(/["'`]([a-z]\w*(?:\.\w+)+)["'`]/g)) used.add(key);
  for (const [, form] of source.matchAll(/`([a-z]\w*(?:\.\w+)+\.\$\{[^`]*)`/g)) {
    const parts = form.split(/\$\{[^}]*\}/).map((part) => part.replaceAll(".", "\\."));
    forms.set(new RegExp(`^${parts.join("\\w+")}$`), `\`${form}\` in ${name}`);
  }
  for (const [, form] of source.matchAll(/\bt\(\s*`(\w+\.\$\{[^`]*)`/g))
    problems.push(`\`${form}\` in ${name}: could be any text of its part; give it a prefix`);
  for (const [, key] of source.matchAll(/\bt\(\s*["']([^"']+)["']/g))
    if (!(key in texts)) problems.push(`${key}: is used in ${name} and is nowhere`);
}
for (const key of Object.keys(texts)) {
  if (!used.has(key) && ![...forms.keys()].some((form) => form.test(key)))
    problems.push(`${key}: is not used`);
}
for (const [form, where] of forms)
  if (!Object.keys(texts).some((key) => form.test(key)))
    problems.push(`${where}: is the form of no text`);

if (problems.length) {
  console.error(problems.join("\n"));
  process.exit(1);
}
console.log(`${Object.keys(texts).length} texts in 2 languages, all used`);
