import { contrastPairs, shownRatio } from '@wattle/contract/brands/contrast-pairs.ts';
import type { FindingIn } from './brand-finding.ts';
import { type BrandTokens, type ProductTokens, tokensOfTheme } from './stylesheet.domain.ts';

/** Pairs of too little contrast in the light and the dark theme, with their ratio. */
export function findWeakContrast(product: ProductTokens, brand: BrandTokens): FindingIn[] {
  return (['light', 'dark'] as const).flatMap((theme) =>
    contrastPairs(tokensOfTheme(product, brand, theme))
      .filter(({ ratio, least }) => ratio < least)
      .map(({ front, ground, over, share = 0, ratio, least }) => {
        const under = over === undefined ? '' : ` under ${share * 100}% ${over === 'white' ? over : `--${over}`}`;
        return {
          key: `--${front} on --${ground}${under}`,
          reason: `contrast ${shownRatio(ratio)}:1 in the ${theme} theme, at least ${least}:1 is needed`,
        };
      }),
  );
}
