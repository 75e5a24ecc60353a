export type Dice = (sides: number) => number;

/** Numerical Recipes' generator: the same throws for the same seed, whatever else runs meanwhile. */
export function dice(seed: number): Dice {
  let state = seed >>> 0;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** One of them. */
export function oneOf<T>(roll: Dice, of: readonly T[]): T {
  if (of.length === 0) throw new Error('there is nothing to choose from');
  return of[roll(of.length)] as T;
}
