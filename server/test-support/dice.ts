export type Dice = (sides: number) => number;

/** Generator of Numerical Recipes: the same sequence for the same seed, whatever else runs. */
export function dice(seed: number): Dice {
  let state = seed >>> 0;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** Random element. */
export function oneOf<T>(roll: Dice, of: readonly T[]): T {
  if (of.length === 0) throw new Error('there is nothing to choose from');
  return of[roll(of.length)] as T;
}
