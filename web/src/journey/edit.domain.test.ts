import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changesOf, conflictsOf, decide, type Edit, startEdit, takeOver } from './edit.domain.ts';

type Name = 'mobile' | 'home';

const READ = { mobile: '0400 000 001', home: '' };
const edit = startEdit<Name>(READ);

describe('an edit', () => {
  it('changes the typed fields only', () => {
    expect(changesOf(edit, { ...READ, mobile: '0400 000 009' })).toEqual([
      { name: 'mobile', from: '0400 000 001', to: '0400 000 009' },
    ]);
    expect(changesOf(edit, READ)).toEqual([]);
  });

  it('adopts and announces a change from elsewhere in an untouched field', () => {
    const saved = { ...READ, home: '03 9000 0000' };
    const next = takeOver(edit, saved, { ...READ, mobile: '0400 000 009' });
    expect(next).toEqual({ edit: { read: saved, taken: ['home'] }, typed: { home: '03 9000 0000' } });
  });

  it('has a conflict if both sides changed a field, and overwrites neither', () => {
    const saved = { ...READ, mobile: '0400 000 002' };
    const typed = { ...READ, mobile: '0400 000 009' };
    expect(takeOver(edit, saved, typed)).toBeNull();
    expect(conflictsOf(edit, saved, typed)).toEqual([{ name: 'mobile', theirs: '0400 000 002', mine: '0400 000 009' }]);
  });

  it('has no conflict if both sides changed a field to the same value', () => {
    const both = { ...READ, mobile: '0400 000 002' };
    expect(conflictsOf(edit, both, both)).toEqual([]);
    expect(takeOver(edit, both, both)).toEqual({ edit: { read: both, taken: [] }, typed: {} });
  });

  it('overwrites a value from elsewhere only after the user has chosen that', () => {
    const saved = { ...READ, mobile: '0400 000 002' };
    const typed = { ...READ, mobile: '0400 000 009' };
    const decided = decide(edit, 'mobile', saved);
    expect(conflictsOf(decided, saved, typed)).toEqual([]);
    expect(changesOf(decided, typed)).toEqual([{ name: 'mobile', from: '0400 000 002', to: '0400 000 009' }]);
  });

  it('has a new conflict after another change elsewhere', () => {
    const decided = decide(edit, 'mobile', { ...READ, mobile: '0400 000 002' });
    const again = { ...READ, mobile: '0400 000 003' };
    expect(conflictsOf(decided, again, { ...READ, mobile: '0400 000 009' })).toHaveLength(1);
  });
});

const values = fc.record({ mobile: fc.constantFrom('a', 'b', 'c'), home: fc.constantFrom('a', 'b', 'c') });

it('an edit never overwrites a value that was not read or seen', () => {
  fc.assert(
    fc.property(values, values, values, (read, saved, typed) => {
      const begun: Edit<Name> = startEdit(read);
      const taken = takeOver(begun, saved, typed);
      const after = taken?.edit ?? begun;
      const shown = { ...typed, ...taken?.typed };
      const open = conflictsOf(after, saved, shown).map(({ name }) => name);
      for (const { name, from } of changesOf(after, shown)) {
        if (!open.includes(name)) expect(from).toBe(saved[name]);
      }
      for (const name of ['mobile', 'home'] as const) {
        // A typed value stays, unless the field was unchanged.
        if (typed[name] !== read[name]) expect(shown[name]).toBe(typed[name]);
      }
    }),
  );
});
