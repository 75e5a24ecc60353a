import { LANGUAGES } from '@wattle/contract/rules/languages.ts';
import type { BrandTokens, ProductTokens } from '../stylesheet.domain.ts';
import { readBrandTokens } from '../stylesheet.domain.ts';

/** Files of a brand by their paths in its folder: `brand.json`, `cards/gift.svg`. */
export type BrandFileSet = ReadonlyMap<string, Buffer>;

/** JSON of `brand.json` as a draft may have it: its values need not be right. */
export type BrandJson = {
  readonly identifier: string;
  readonly name: unknown;
  readonly settings: Readonly<Record<string, unknown>>;
} & Readonly<Record<string, unknown>>;

/** Content of a brand in parts that are read, compared and changed. Its values need not be right. */
export type BrandContent = {
  readonly json: BrandJson;
  /** By language and `feature:key`. */
  readonly texts: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly tokens: BrandTokens;
  /** Pictures by their paths. */
  readonly pictures: BrandFileSet;
};

const TOKENS = 'tokens.css';
const textsPath = (language: string) => `texts/${language}.json`;

/** Bytes of a JSON file of a version. */
export function jsonFile(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}

/** Texts of one language as a version keeps them: sorted by key. */
export function textsFile(texts: Readonly<Record<string, string>>): Buffer {
  return jsonFile(Object.fromEntries(Object.entries(texts).toSorted(([a], [b]) => (a < b ? -1 : 1))));
}

/** Reads the files of a version, which were made by `filesOf` or checked before. */
export function contentOf(files: BrandFileSet, product: ProductTokens): BrandContent {
  const text = (path: string) => files.get(path)?.toString('utf8');
  const json = JSON.parse(text('brand.json') ?? '{}') as BrandJson;
  const texts = Object.fromEntries(
    LANGUAGES.map((language) => [language, JSON.parse(text(textsPath(language)) ?? '{}') as Record<string, string>]),
  );
  const { tokens } = readBrandTokens(text(TOKENS) ?? '', json.identifier, product);
  const pictures = new Map([...files].filter(([path]) => /\.(svg|png)$/.test(path)));
  return { json, texts, tokens, pictures };
}

/** The stylesheet with the tokens of a brand, in both blocks of the dark theme. */
export function stylesheetOf(identifier: string, { light, dark }: BrandTokens): string {
  const root = `:root[data-brand='${identifier}']`;
  const declared = (tokens: ReadonlyMap<string, string>, indent: string) =>
    [...tokens].map(([name, value]) => `${indent}--${name}: ${value};\n`).join('');
  const day = `${root} {\n${declared(light, '  ')}}\n`;
  if (dark.size === 0) return day;
  return [
    day,
    `@media (prefers-color-scheme: dark) {\n  ${root}:not([data-theme='light']) {\n${declared(dark, '    ')}  }\n}\n`,
    `${root}[data-theme='dark'] {\n${declared(dark, '  ')}}\n`,
  ].join('');
}

/** Files of a content. The stylesheet stays as it was written where its tokens are the same. */
export function filesOf(content: BrandContent, before: BrandFileSet, product: ProductTokens): BrandFileSet {
  const { json, texts, tokens, pictures } = content;
  const kept = before.get(TOKENS);
  const was = kept && readBrandTokens(kept.toString('utf8'), json.identifier, product);
  const isSame =
    was !== undefined &&
    was.findings.length === 0 &&
    (['light', 'dark'] as const).every((theme) => areSame(was.tokens[theme], tokens[theme]));
  return new Map<string, Buffer>([
    ['brand.json', jsonFile(json)],
    [TOKENS, isSame && kept ? kept : Buffer.from(stylesheetOf(json.identifier, tokens))],
    ...LANGUAGES.map((language): [string, Buffer] => [textsPath(language), textsFile(texts[language] ?? {})]),
    ...pictures,
  ]);
}

function areSame(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return one.size === other.size && [...one].every(([name, value]) => other.get(name) === value);
}
