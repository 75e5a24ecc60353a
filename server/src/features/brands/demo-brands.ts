import type { BrandFiles } from './brand-file.ts';
import type { BrandFinding } from './brand-finding.ts';

/** The brands that are delivered with the program. Their names, addresses and terms are made up. */
const DEMO_BRANDS: ReadonlySet<string> = new Set(['wattle', 'stumps', 'tui', 'ledgerline']);

export const isDemoBrand = (identifier: string): boolean => DEMO_BRANDS.has(identifier);

/** Demo content in a brand, which production refuses. */
export function findDemoInBrand(identifier: string): BrandFinding[] {
  return isDemoBrand(identifier)
    ? [
        {
          file: 'brand.json',
          key: 'identifier',
          reason: 'is a brand of the demo, which is for the sandbox: copy it under a name of your own',
        },
      ]
    : [];
}

/**
 * Names, numbers and sites of the demo. Sites under `.example` belong to no one, no bank has a BSB that begins with
 * 000, and no scheme has given 9036 00 away.
 */
const DEMO_WORDS =
  /\.example\b|\b1300 555 0\d\d\b|\b9036 ?00|\b000-\d{3}\b|\bHarbour (Mutual|Points)\b|\bSouthern Programmes\b|\b(Stumps|Ledgerline|Tui|Wattle) (Card|Club|Everyday|Expense|Gift|Member|Online|Start|Travel)\b/;

/** First words of the demo in a text; undefined: none. */
export const demoWordIn = (text: string): string | undefined => DEMO_WORDS.exec(text)?.[0];

type Parts = Pick<BrandFiles, 'name' | 'texts'> & {
  readonly tenant: { readonly name: string };
  readonly settings: object;
};

/** Texts of the demo that a copied brand still has. It is imported, and is not ready to go live. */
export function findLeftInBrand({ tenant, name, settings, texts }: Parts): BrandFinding[] {
  const inBrand = Object.entries({ 'tenant.name': tenant.name, name, ...prefixed('settings', settings) });
  const inTexts = Object.entries(texts).flatMap(([language, own]) =>
    Object.entries(own).map(([key, text]) => [`texts/${language}.json`, key, text] as const),
  );
  return [...inBrand.map(([key, text]) => ['brand.json', key, text] as const), ...inTexts].flatMap(
    ([file, key, text]) => {
      const word = typeof text === 'string' ? demoWordIn(text) : undefined;
      return word === undefined ? [] : [{ file, key, reason: `still has "${word}" of the demo` }];
    },
  );
}

function prefixed(prefix: string, values: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [`${prefix}.${key}`, value]));
}
