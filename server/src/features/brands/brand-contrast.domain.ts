import type { FindingIn } from './brand-finding.ts';
import { type Colour, contrast, mix, readColour } from './contrast.domain.ts';
import { type BrandTokens, type ProductTokens, tokensOfTheme } from './stylesheet.domain.ts';
import {
  CONTROL_CONTRAST,
  CONTROL_ON_GROUND,
  TEXT_CONTRAST,
  TEXT_ON_GROUND,
  TEXT_ON_MIX,
} from './token-pairs.domain.ts';

/** Pairs of too little contrast in the light and the dark theme, with their ratio. */
export function findWeakContrast(product: ProductTokens, brand: BrandTokens): FindingIn[] {
  return (['light', 'dark'] as const).flatMap((theme) => {
    const tokens = tokensOfTheme(product, brand, theme);
    const colourOf = (name: string): Colour => {
      const colour = name === 'white' ? ([255, 255, 255] as const) : readColour(tokens.get(name) ?? '');
      if (!colour) throw new Error(`the product has no colour --${name}`);
      return colour;
    };
    const check = (key: string, front: string, ground: Colour, least: number): FindingIn[] => {
      const ratio = contrast(colourOf(front), ground);
      // Truncated, not rounded: 4.497 does not reach 4.5.
      const shown = (Math.floor(ratio * 100) / 100).toFixed(2);
      return ratio >= least
        ? []
        : [{ key, reason: `contrast ${shown}:1 in the ${theme} theme, at least ${least}:1 is needed` }];
    };
    const onGrounds = (pairs: Readonly<Record<string, readonly string[]>>, least: number) =>
      Object.entries(pairs).flatMap(([ground, fronts]) =>
        fronts.flatMap((front) => check(`--${front} on --${ground}`, front, colourOf(ground), least)),
      );
    return [
      ...onGrounds(TEXT_ON_GROUND, TEXT_CONTRAST),
      ...TEXT_ON_MIX.flatMap(([front, over, under, share]) => {
        const ground = mix(colourOf(over), colourOf(under), share);
        const named = over === 'white' ? 'white' : `--${over}`;
        return check(`--${front} on --${under} under ${share * 100}% ${named}`, front, ground, TEXT_CONTRAST);
      }),
      ...onGrounds(CONTROL_ON_GROUND, CONTROL_CONTRAST),
    ];
  });
}
