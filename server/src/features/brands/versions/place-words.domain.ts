import { isLanguage, LANGUAGE_TAG } from '@wattle/contract/rules/languages.ts';
import { type PartChange, shownPart } from './brand-parts.domain.ts';

/** A place of a brand in words: "Colour brand, dark theme", "Text access:lostOrStolen (en-AU)". */
export function placeWords(place: string): string {
  const [kind = ''] = place.split('.', 1);
  const inner = place.slice(kind.length + 1);
  if (kind === 'settings') return `Setting ${inner}`;
  if (kind === 'files') return `Picture ${inner}`;
  const [first = ''] = inner.split('.', 1);
  const rest = inner.slice(first.length + 1);
  if (kind === 'colours') return `Colour ${rest}, ${first} theme`;
  if (kind === 'texts') return `Text ${rest} (${isLanguage(first) ? LANGUAGE_TAG[first] : first})`;
  return 'Name';
}

const SHOWN_MAXIMUM = 160;

/** A change in words, a long text by its beginning. */
export function changeWords({ place, before, after }: PartChange): {
  readonly what: string;
  readonly before: string;
  readonly after: string;
} {
  return { what: placeWords(place), before: shortened(before), after: shortened(after) };
}

function shortened(value: string | undefined): string {
  const shown = shownPart(value);
  return shown.length > SHOWN_MAXIMUM ? `${shown.slice(0, SHOWN_MAXIMUM)}…` : shown;
}

/** Place of a finding among the parts of a brand: `settings.BrandUrl`, `texts.enAU.access:help`, `files.logo.svg`, `colours`. */
export function placeOf({ file, key }: { readonly file: string; readonly key: string }): string {
  const language = /^texts\/(\w+)\.json$/.exec(file)?.[1];
  if (language !== undefined) return `texts.${language}.${key}`;
  if (file === 'tokens.css') return 'colours';
  if (file === 'brand.json') return key;
  return `files.${file}`;
}
