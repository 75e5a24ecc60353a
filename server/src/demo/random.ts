/** Numbers that are the same on every machine for the same seed; nothing secret comes from them. */
export type Random = {
  /** At least 0, below 1. */
  next(): number;
  /** Whole, both ends included. */
  between(low: number, high: number): number;
  chance(probability: number): boolean;
};

/** Mulberry32. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (probability) => next() < probability,
  };
}
