import { LANGUAGES, type Language } from '@wattle/contract/rules/languages.ts';
import type { BrandFinding, FindingIn } from './brand-finding.ts';

type Texts = Readonly<Record<string, string>>;
type InEach<T> = Readonly<Record<Language, T>>;

/** Available in every text, so a brand may use or omit them. */
const ALWAYS_THERE = new Set(['brand', 'phone']);

/** Whether a text has markup or an entity, which would be shown as it is written. */
export function holdsHtml(text: string): boolean {
  return /<[a-z!/?]|&(?:[a-z]+|#\w+);/i.test(text);
}

/** The plural forms of a language are one text: English has two, Chinese one. */
function baseOf(key: string): string {
  return key.replace(/_(zero|one|two|few|many|other)$/, '');
}

/** Placeholders in double braces, and calls of other texts. */
function placeholdersOf(text: string): Set<string> {
  const named = [...text.matchAll(/\{\{-?\s*([^},\s]+)[^}]*\}\}/g)].map((match) => match[1] ?? '');
  return new Set(text.includes('$t(') ? [...named, '$t()'] : named);
}

/** Checks a brand's wording, `feature:key` to text, against the product's own texts. */
export function findInWording(brand: InEach<Texts>, product: InEach<Texts>): BrandFinding[] {
  return LANGUAGES.flatMap((locale) => {
    const file = `texts/${locale}.json`;
    const elsewhere = LANGUAGES.flatMap((other) => Object.keys(brand[other]));
    const here = new Set(Object.keys(brand[locale]).map(baseOf));
    const missing = [...new Set(elsewhere.map(baseOf))]
      .filter((key) => !here.has(key))
      .map((key) => ({ file, key, reason: 'is missing, the other language has it' }));
    const faults = Object.entries(brand[locale]).flatMap(([key, text]) =>
      findInText(key, text, product[locale][key]).map((finding) => ({ file, ...finding })),
    );
    return [...missing, ...faults];
  });
}

function findInText(key: string, text: string, own: string | undefined): FindingIn[] {
  if (own === undefined) return [{ key, reason: 'is no text of the product' }];
  if (text.trim() === '') return [{ key, reason: 'is empty' }];
  const found: FindingIn[] = [];
  if (holdsHtml(text)) found.push({ key, reason: 'holds HTML, which would be shown as it is written' });
  const [here, there] = [placeholdersOf(text), placeholdersOf(own)];
  for (const name of here) {
    if (!there.has(name) && !ALWAYS_THERE.has(name))
      found.push({ key, reason: `has {{${name}}}, which the product's text has not` });
  }
  // The singular may spell out its number.
  for (const name of key.endsWith('_one') ? [] : there) {
    if (!here.has(name) && !ALWAYS_THERE.has(name))
      found.push({ key, reason: `lacks {{${name}}} of the product's text` });
  }
  return found;
}
