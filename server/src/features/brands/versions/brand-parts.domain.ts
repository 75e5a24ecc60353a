import { LANGUAGES } from '@wattle/contract/rules/languages.ts';
import type { BrandContent } from './brand-content.domain.ts';

/**
 * Parts of a brand by their places, each as JSON: `name`, `settings.Features.bpay`, `colours.dark.brand`,
 * `texts.enAU.access:lostOrStolen`, `files.cards/gift.svg`. A picture is its size and the beginning of its hash.
 */
export type BrandParts = ReadonlyMap<string, string>;

/** A part that differs between two versions, as JSON; undefined: the version has none. */
export type PartChange = {
  readonly place: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
};

/** @param hashOf hash of a picture, so that two of one size differ */
export function partsOf({ json, texts, tokens, pictures }: BrandContent, hashOf: (body: Buffer) => string): BrandParts {
  const parts = new Map<string, string>([['name', JSON.stringify(json.name ?? null)]]);
  const { Features: features, ...settings } = json.settings;
  for (const [key, value] of Object.entries(settings)) parts.set(`settings.${key}`, JSON.stringify(value));
  for (const [key, value] of Object.entries((features ?? {}) as Record<string, unknown>))
    parts.set(`settings.Features.${key}`, JSON.stringify(value));
  for (const theme of ['light', 'dark'] as const)
    for (const [name, value] of tokens[theme]) parts.set(`colours.${theme}.${name}`, JSON.stringify(value));
  for (const language of LANGUAGES)
    for (const [key, text] of Object.entries(texts[language] ?? {}))
      parts.set(`texts.${language}.${key}`, JSON.stringify(text));
  for (const [path, body] of pictures)
    parts.set(`files.${path}`, JSON.stringify(`${body.length} bytes, ${hashOf(body).slice(0, 8)}`));
  return parts;
}

/** Parts that differ, in the order of the later version, those that it lacks at the end. */
export function changesBetween(before: BrandParts, after: BrandParts): PartChange[] {
  const changed = [...after].flatMap(([place, value]) => {
    const was = before.get(place);
    return was === value ? [] : [{ place, before: was, after: value }];
  });
  const gone = [...before].flatMap(([place, value]) =>
    after.has(place) ? [] : [{ place, before: value, after: undefined }],
  );
  return [...changed, ...gone];
}

/** Value of a part in words. */
export function shownPart(value: string | undefined): string {
  if (value === undefined) return 'none';
  const read: unknown = JSON.parse(value);
  if (read === null) return 'none';
  if (read === true) return 'on';
  if (read === false) return 'off';
  return typeof read === 'string' ? read : JSON.stringify(read);
}
