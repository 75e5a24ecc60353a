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
