import { aligned, digits, type Figure, median } from './statistics.ts';

/** The measured tree: the working tree, or the one of the commit. */
export type Side = 'here' | 'there';

/** Order of the runs: in pairs, each beginning with the other one, so that a machine that slows down favours neither. */
export function alternating(pairs: number): Side[] {
  return Array.from({ length: pairs }, (_, pair): Side[] =>
    pair % 2 === 0 ? ['here', 'there'] : ['there', 'here'],
  ).flat();
}

/** Arguments of one run of a pair: those that were given, but for what holds of all pairs together. */
export function argumentsOfRun(given: readonly string[], jsonFile: string): string[] {
  const left = given.filter((argument, at) => {
    const before = given[at - 1] ?? '';
    return !/^--(against|rounds|json)(=|$)/.test(argument) && !/^--(against|rounds|json)$/.test(before);
  });
  return [...left, '--rounds', '1', '--json', jsonFile];
}

type Measured = Pick<Figure, 'name' | 'samples'>;
export type Pair = Readonly<Record<Side, readonly Measured[]>>;
export type Compared = {
  readonly name: string;
  readonly here: readonly number[];
  readonly there: readonly number[];
  /** For each pair its median here divided by its median there. */
  readonly ratios: readonly number[];
};

/** Figures that both trees have in each pair, in the order of the first. */
export function compare(pairs: readonly Pair[]): Compared[] {
  const medianOf = (figures: readonly Measured[], name: string) => {
    const samples = figures.find((figure) => figure.name === name)?.samples ?? [];
    return samples.length === 0 ? undefined : median(samples);
  };
  return (pairs[0]?.here ?? []).flatMap(({ name }) => {
    const both = pairs.flatMap(({ here, there }) => {
      const [one, other] = [medianOf(here, name), medianOf(there, name)];
      return one === undefined || other === undefined ? [] : [[one, other] as const];
    });
    if (both.length !== pairs.length) return [];
    return [
      {
        name,
        here: both.map(([one]) => one),
        there: both.map(([, other]) => other),
        ratios: both.map(([one, other]) => one / other),
      },
    ];
  });
}

/** Table of the compared figures: the medians of both trees, and the median of the pairs' ratios with all of them. */
export function comparedTable(compared: readonly Compared[], commit: string): string {
  return aligned(
    [
      ['', 'here', commit.slice(0, 8), 'here ÷ there', 'of each pair'],
      ...compared.map(({ name, here, there, ratios }) => [
        name,
        digits(median(here)),
        digits(median(there)),
        ratioText(median(ratios)),
        ratios.map(ratioText).join(' '),
      ]),
    ],
    3,
  );
}

function ratioText(ratio: number): string {
  return Number.isFinite(ratio) ? ratio.toFixed(3) : '–';
}
