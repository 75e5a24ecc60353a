import { describe, expect, it } from 'vitest';
import { matchLines, type OpenEntry, type OpenLine } from './match.domain.ts';

let place = 0;
const line = (given: Partial<OpenLine>): OpenLine => {
  place += 1;
  return { statementId: 1n, line: place, day: '2026-11-20', cents: 1_00n, reference: '', transferId: null, ...given };
};
const entry = (given: Partial<OpenEntry>): OpenEntry => {
  place += 1;
  return { transferId: BigInt(place), day: '2026-11-20', cents: 1_00n, group: null, ...given };
};
const all = { byAmount: () => true, takesBack: false };
const none = { byAmount: () => false, takesBack: false };
const idsOf = (matches: ReturnType<typeof matchLines>) =>
  matches.map(({ line: one, entries }) => [one.line, ...entries.map(({ transferId }) => transferId)]);

describe('a line of a statement', () => {
  it('is the entry that its reference names, and none of another amount', () => {
    const [one, other] = [entry({ cents: -5_00n }), entry({ cents: -5_00n })];
    const named = line({ cents: -5_00n, transferId: other.transferId });
    const wrong = line({ cents: -4_00n, transferId: one.transferId });
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
});
