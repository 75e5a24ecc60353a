import { useMemo, useState } from 'react';
import type { RowOf } from '../../calls/commands.ts';

export type ValueRow = RowOf<'brand-values'>;
export type Version = RowOf<'brand-versions'>;
export type Finding = RowOf<'check-brand'>;
export type Theme = 'light' | 'dark';

/** Changes that are not saved yet, by place; null removes a colour or a text of the brand. */
export type Changes = Readonly<Record<string, string | number | boolean | null>>;

export type BrandEdit = {
  readonly changes: Changes;
  readonly count: number;
  /** Value of a setting or the name, with what was typed. */
  readonly valueOf: (place: string) => unknown;
  /** Value that is published. */
  readonly liveOf: (place: string) => unknown;
  /** `was`: the saved value of a text, which is not among the rows. */
  readonly change: (place: string, value: string | number | boolean | null, was?: string | null) => void;
  readonly clear: () => void;
  /** Colour of a token in a theme as a page has it. */
  readonly tokensOf: (theme: Theme) => ReadonlyMap<string, string>;
  readonly rows: readonly ValueRow[];
};

const read = (json: string): unknown => (json === '' ? undefined : (JSON.parse(json) as unknown));

/** Version of a brand with the changes that a member is making to it. */
export function useBrandEdit(rows: readonly ValueRow[]): BrandEdit {
  const [changes, setChanges] = useState<Changes>({});
  const byPlace = useMemo(() => new Map(rows.map((row) => [row.place, row])), [rows]);
  const savedOf = (place: string) => read(byPlace.get(place)?.value ?? '');
  const valueOf = (place: string) => (place in changes ? (changes[place] ?? undefined) : savedOf(place));
  return {
    changes,
    count: Object.keys(changes).length,
    rows,
    valueOf: (place) => (place in changes ? changes[place] : savedOf(place)),
    liveOf: (place) => read(byPlace.get(place)?.live ?? ''),
    change: (place, value, was) =>
      setChanges((known) => {
        const { [place]: _, ...others } = known;
        // A value that was changed and changed back does not count.
        return (was === undefined ? (savedOf(place) ?? null) : was) === value ? others : { ...others, [place]: value };
      }),
    clear: () => setChanges({}),
    tokensOf: (theme) =>
      new Map(
        rows.flatMap(({ place, own, yields }) => {
          const [kind, of = '', name = ''] = place.split('.');
          if (kind !== 'colours' || of !== theme) return [];
          const mine = valueOf(place);
          const light = yields ? valueOf(`colours.light.${name}`) : undefined;
          return [[name, textOf(mine) ?? textOf(light) ?? own] as const];
        }),
      ),
  };
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
