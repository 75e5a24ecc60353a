import { describe, expect, it } from 'vitest';
import { referenceOf } from '../../../outside/processors/reference.ts';
import type { SettledLine } from '../../../outside/processors/settlement.ts';
import { changesOf, linesOfDay, referencesIn, totalsOf } from './settlement.domain.ts';

const [FIRST, SECOND] = [referenceOf(3, 'e1'), referenceOf(3, 'e2')];
const LINES: readonly SettledLine[] = [
  { id: 'e1', as: 'cleared', references: [FIRST], cents: -18_45 },
  { id: 'd1', as: 'interchange', references: [], cents: 9 },
  { id: 'e2', as: 'refunded', references: [SECOND, referenceOf(3, 'e3')], cents: 5_00 },
  { id: 'd2', as: 'interchange', references: [], cents: -2 },
  { id: 'dispute_1', as: 'disputed', references: ['dispute_1'], cents: 7_00 },
  { id: 'd3', as: 'fee', references: [], cents: -30 },
  { id: 'a1', as: 'other', references: [], cents: 1 },
];
const DAY = { lines: LINES, name: 'Cards', connection: 3, day: '2026-11-20', paysNet: true };
const short = (lines: readonly { readonly reference: string; readonly cents: bigint }[]) =>
  lines.map(({ reference, cents }) => [reference, cents]);

describe('a day of a settlement', () => {
  it('has its totals, and the net that is paid with the bank', () => {
    // −18.45 + 0.09 + 5.00 − 0.02 + 7.00 − 0.30 + 0.01 = −6.67
    expect(totalsOf(DAY)).toEqual({
      cleared: -18_45n,
      refunded: 5_00n,
      disputed: 7_00n,
      interchange: 7n,
      fees: -30n,
      funded: 0n,
      other: 1n,
      paid: 6_67n,
    });
    expect(totalsOf({ lines: LINES, paysNet: false }).paid).toBe(0n);
  });

  it('is one line for each reference, one for interchange, one for fees and one for the net', () => {
    expect(linesOfDay(DAY)).toEqual([
      { reference: FIRST, words: 'Purchase e1, Cards', cents: -18_45n },
      { reference: `${SECOND} ${referenceOf(3, 'e3')}`, words: 'Refund e2, Cards', cents: 5_00n },
      { reference: 'dispute_1', words: 'Dispute dispute_1, Cards', cents: 7_00n },
      { reference: 'a1', words: 'Other a1, Cards', cents: 1n },
      { reference: 'IC-P3-20261120', words: 'Interchange, Cards', cents: 7n },
      { reference: 'FEE-P3-20261120', words: 'Fees, Cards', cents: -30n },
      { reference: 'NET-P3-20261120', words: 'Net settlement, Cards', cents: 6_67n },
    ]);
  });

  it('has lines of one reference as their sum, and none that comes to nothing', () => {
    const twice = [...LINES.slice(0, 1), { ...LINES[0], cents: -55 }] as readonly SettledLine[];
    expect(short(linesOfDay({ ...DAY, lines: twice, paysNet: false }))).toEqual([[FIRST, -19_00n]]);
    const back = [...LINES.slice(0, 1), { ...LINES[0], cents: 18_45 }] as readonly SettledLine[];
    expect(linesOfDay({ ...DAY, lines: back })).toEqual([]);
  });

  it('keeps no id that looks like a card number', () => {
    const lines = [{ id: '4111111111111111', as: 'other', references: [], cents: 1 }] as const;
    const [line] = linesOfDay({ ...DAY, lines, paysNet: false });
    expect(line?.reference).not.toContain('4111111111111111');
  });
});

describe('a further reading of a day', () => {
  const said = linesOfDay({ ...DAY, paysNet: false });
  const known = new Map(said.map(({ reference, cents }) => [reference, cents]));

  it('adds nothing where nothing was corrected', () => {
    expect(changesOf(said, new Map())).toEqual(said);
    expect(changesOf(said, known)).toEqual([]);
  });

  it('adds what an amount is off by, what came, and what is gone with the other sign', () => {
    const corrected = [
      ...said
        .filter(({ reference }) => reference !== 'a1')
        .map((line) => (line.reference === FIRST ? { ...line, cents: -18_54n } : line)),
      { reference: 'late', words: 'Purchase late, Cards', cents: -4_00n },
    ];
    const changes = changesOf(corrected, known);
    expect(short(changes)).toEqual([
      [FIRST, -9n],
      ['late', -4_00n],
      ['a1', -1n],
    ]);
    expect(changes.map(({ words }) => words)).toEqual([
      'Corrected: Purchase e1, Cards',
      'Purchase late, Cards',
      'Corrected: no longer in the report',
    ]);
    // The two readings together are the last one.
    for (const { reference, cents } of changes) known.set(reference, (known.get(reference) ?? 0n) + cents);
    expect(changesOf(corrected, known)).toEqual([]);
  });
});

it('a line names several entries only by references of ours', () => {
  expect(referencesIn(`${FIRST} ${SECOND}`)).toEqual([FIRST, SECOND]);
  expect(referencesIn('Corner Cafe')).toEqual(['Corner Cafe']);
  expect(referencesIn(`${FIRST} Cafe`)).toEqual([`${FIRST} Cafe`]);
});
