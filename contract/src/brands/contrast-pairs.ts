import { type Colour, contrast, mix, readColour } from './contrast.ts';
import { CONTROL_CONTRAST, CONTROL_ON_GROUND, TEXT_CONTRAST, TEXT_ON_GROUND, TEXT_ON_MIX } from './token-pairs.ts';

/** Values of the tokens of a theme by name, without the two hyphens. */
export type ThemeTokens = ReadonlyMap<string, string>;

/** Two tokens that lie on each other, with the contrast that they have in a theme. */
export type ContrastPair = {
  /** Token of the text or of the control. */
  readonly front: string;
  /** Token of the ground. */
  readonly ground: string;
  /** Token or `white` that covers a share of the ground; absent: the ground is plain. */
  readonly over?: string;
  /** 0 to 1. */
  readonly share?: number;
  readonly ratio: number;
  /** Least ratio of WCAG 2.2, level AA. */
  readonly least: number;
};

const WHITE: Colour = [255, 255, 255];

/**
 * Every pair of tokens that a brand has to keep, in one theme. Pairs with a value other than a colour are left out.
 *
 * @param tokens of the theme as a page has them, the brand's over the product's
 */
export function contrastPairs(tokens: ThemeTokens): readonly ContrastPair[] {
  const colourOf = (name: string) => (name === 'white' ? WHITE : readColour(tokens.get(name) ?? ''));
  const plain = (pairs: Readonly<Record<string, readonly string[]>>, least: number) =>
    Object.entries(pairs).flatMap(([ground, fronts]) => fronts.map((front) => ({ front, ground, least })));
  const mixed = TEXT_ON_MIX.map(([front, over, ground, share]) => ({
    front,
    ground,
    over,
    share,
    least: TEXT_CONTRAST,
  }));
  const pairs: readonly Omit<ContrastPair, 'ratio'>[] = [
    ...plain(TEXT_ON_GROUND, TEXT_CONTRAST),
    ...mixed,
    ...plain(CONTROL_ON_GROUND, CONTROL_CONTRAST),
  ];
  return pairs.flatMap((pair) => {
    const [front, under] = [colourOf(pair.front), colourOf(pair.ground)];
    const over = pair.over === undefined ? undefined : colourOf(pair.over);
    if (!front || !under || (pair.over !== undefined && !over)) return [];
    return [{ ...pair, ratio: contrast(front, over ? mix(over, under, pair.share ?? 0) : under) }];
  });
}

/** A ratio with two decimals. Truncated, not rounded: 4.497 does not reach 4.5. */
export function shownRatio(ratio: number): string {
  return (Math.floor(ratio * 100) / 100).toFixed(2);
}
