import { describe, expect, it } from 'vitest';
import { matchLines, type OpenEntry, type OpenLine } from './match.domain.ts';

let place = 0;
const line = (given: Partial<OpenLine>): OpenLine => {
  place += 1;
  return { statementId: 1n, line: place, day: '2026-11-20', cents: 1_00n, reference: '', transferIds: [], ...given };
};
const entry = (given: Partial<OpenEntry>): OpenEntry => {
  place += 1;
  return { transferId: BigInt(place), day: '2026-11-20', cents: 1_00n, group: null, part: null, ...given };
};
const all = { byAmount: () => true, takesBack: false };
const none = { byAmount: () => false, takesBack: false };
const idsOf = (matches: ReturnType<typeof matchLines>) =>
  matches.map(({ line: one, entries }) => [one?.line, ...entries.map(({ transferId }) => transferId)]);

describe('a line of a statement', () => {
  it('is the entry that its reference names, and none of another amount', () => {
    const [one, other] = [entry({ cents: -5_00n }), entry({ cents: -5_00n })];
    const named = line({ cents: -5_00n, transferIds: [other.transferId] });
    const wrong = line({ cents: -4_00n, transferIds: [one.transferId] });
    expect(idsOf(matchLines([wrong, named], [one, other], none))).toEqual([[named.line, other.transferId]]);
  });

  it('is an equal amount within 5 days, the oldest first, and none of another month', () => {
    const entries = [
      entry({ day: '2026-11-19' }),
      entry({ day: '2026-10-20' }),
      entry({ day: '2026-11-24' }),
      entry({ cents: -1_00n }),
    ];
    const lines = [line({ day: '2026-11-25' }), line({ day: '2026-11-20' }), line({ day: '2026-12-20' })];
    expect(idsOf(matchLines(lines, entries, all))).toEqual([
      [lines[1]?.line, entries[0]?.transferId],
      [lines[0]?.line, entries[2]?.transferId],
    ]);
    expect(matchLines(lines, entries, none)).toEqual([]);
  });

  it('is one of 150 equal entries each, and the 151st is of none', () => {
    const entries = Array.from({ length: 150 }, () => entry({}));
    const lines = Array.from({ length: 151 }, () => line({}));
    const found = matchLines(lines, entries, all);
    expect(new Set(found.map(({ entries: [one] }) => one?.transferId)).size).toBe(150);
  });

  it('is the total of a file of the bank', () => {
    const file = [entry({ group: '7', cents: 2_00n }), entry({ group: '7', cents: 3_00n })];
    const total = line({ cents: 5_00n });
    expect(idsOf(matchLines([total], [...file, entry({ cents: 4_00n })], all))).toEqual([
      [total.line, ...file.map(({ transferId }) => transferId)],
    ]);
  });

  it('is all entries that it names, where their sum is its amount and none is another line', () => {
    const [one, other] = [entry({ cents: -5_00n }), entry({ cents: -7_00n })];
    const transferIds = [one.transferId, other.transferId];
    const both = line({ reference: 'a b', cents: -12_00n, transferIds });
    expect(idsOf(matchLines([both], [one, other], none))).toEqual([[both.line, ...transferIds]]);
    expect(matchLines([line({ cents: -5_00n, transferIds })], [one, other], none)).toEqual([]);
    expect(matchLines([line({ cents: -5_00n, transferIds })], [one], none)).toEqual([]);
  });

  it('is with its correction the entry that both name', () => {
    const one = entry({ cents: -5_09n });
    const named = { reference: 'a', transferIds: [one.transferId] };
    const lines = [line({ ...named, cents: -5_00n }), line({ ...named, cents: -9n })];
    expect(idsOf(matchLines(lines, [one], none))).toEqual([[lines[0]?.line, one.transferId], [lines[1]?.line]]);
    // What was right before its correction stays open with it.
    const wrong = [line({ ...named, cents: -5_09n }), line({ ...named, cents: -1n })];
    expect(idsOf(matchLines(wrong, [one], none))).toEqual([[wrong[0]?.line, one.transferId]]);
  });

  it('is taken back by one with the same reference that the books do not know', () => {
    const lines = [
      line({ reference: 'ch_1', cents: 9_00n }),
      line({ reference: 'ch_1', cents: -9_00n }),
      line({ reference: 'ch_2', cents: 9_00n }),
    ];
    expect(idsOf(matchLines(lines, [], { ...none, takesBack: true }))).toEqual([[lines[0]?.line], [lines[1]?.line]]);
  });

  it('is not taken back where each needs its entry, as at the bank', () => {
    const lines = [line({ reference: 'WIRE 7', cents: 9_00n }), line({ reference: 'WIRE 7', cents: -9_00n })];
    expect(matchLines(lines, [], all)).toEqual([]);
    const entries = [entry({ cents: -9_00n }), entry({ cents: 9_00n })];
    expect(idsOf(matchLines(lines, entries, all))).toEqual([
      [lines[0]?.line, entries[1]?.transferId],
      [lines[1]?.line, entries[0]?.transferId],
    ]);
  });

  it('is all entries of the part of a charge that it names, whole or not at all, and of no other charge', () => {
    const of = (charge: string, name: string, ...cents: readonly bigint[]) =>
      cents.map((one) => entry({ cents: one, part: { charge, name } }));
    const order = of('ch_1', 'charge', 50_00n, 5_95n);
    const chargeback = of('ch_1', 'chargeback', -30_00n, -25_95n);
    const [refund, undone] = [of('ch_2', 'refund 1', -30_00n), of('ch_2', 'refund 2', -30_00n, 30_00n)];
    const own = { transferIds: order.slice(0, 1).map(({ transferId }) => transferId) };
    const lines = [
      line({ reference: 'ch_1', cents: 55_95n, ...own }),
      line({ reference: 'ch_1', cents: -30_00n, ...own }),
      line({ reference: 'ch_1', cents: -55_95n, ...own }),
      // It has none of our references, so it may be the one refund of its amount.
      line({ reference: 're_7', cents: -30_00n }),
    ];
    const found = idsOf(matchLines(lines, [...order, ...chargeback, ...refund, ...undone], all));
    const ids = (entries: readonly OpenEntry[]) => entries.map(({ transferId }) => transferId);
    expect(found).toEqual([
      [lines[0]?.line, ...ids(order)],
      [lines[2]?.line, ...ids(chargeback)],
      [undefined, ...ids(undone)],
      [lines[3]?.line, ...ids(refund)],
    ]);
  });
});
