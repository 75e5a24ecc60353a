import { describe, expect, it } from 'vitest';
import { judgeMarks, shownValue, stateOf } from './judged-row.domain.ts';

const NOTHING = { isKnown: false, isKept: false, findings: [], doubts: [] } as const;
const FINDING = { field: 'email', reason: 'must be an email address' };
const DOUBT = { field: 'mobile', kind: 'mobile', holder: '7' } as const;

describe('the state of a row', () => {
  it.each([
    ['Good', {}],
    ['Wrong', { findings: [FINDING] }],
    ['Doubtful', { doubts: [DOUBT] }],
    ['Good', { doubts: [DOUBT], isKept: true }],
    ['Wrong', { doubts: [DOUBT], findings: [FINDING], isKept: true }],
    ['Known', { isKnown: true, doubts: [DOUBT] }],
    ['Wrong', { isKnown: true, findings: [FINDING] }],
  ])('is %s for %o', (state, row) => expect(stateOf({ ...NOTHING, ...row })).toBe(state));
});

it('takes a shared number for an error, and a shared name and birthday for a doubt', () => {
  const rows = new Map([
    ['cardId:a', 7],
    ['surname:b', 9],
  ]);
  expect(judgeMarks(['reference:x', 'cardId:a', 'surname:b'], (mark) => rows.get(mark))).toEqual({
    findings: [{ field: 'cardId', reason: 'is the same as in row 7' }],
    doubts: [{ field: 'surname', kind: 'row', row: 9 }],
  });
});

describe('the value of a cell', () => {
  it.each([
    ['cardNumber', '9036 0012 3456 7890', '•••• 7890'],
    ['firstName', '9036001234567890', '•••• 7890'],
    ['cardNumber', 'abc', '••••'],
    ['accessCode', '246810', '••••'],
    ['activationCode', '12', '••••'],
    ['maidenName', 'Harper', '••••'],
    ['email', 'mia@example.com', 'mia@example.com'],
    ['mobile', '', ''],
    ['reference', '13e0ba43-dbd1-479d-a714-464984140859', '13e0ba43-dbd1-479d-a714-464984140859'],
    ['reference', '9036-0012-3456-7890', '•••• 7890'],
  ])('of %s %j is shown as %j', (field, value, shown) => expect(shownValue(field, value, true)).toBe(shown));

  it.each(['dateOfBirth', 'email', 'mobile', 'addressLine1'])('of %s is masked for who may only look', (field) =>
    expect([shownValue(field, 'something', false), shownValue('surname', 'Chen', false)]).toEqual(['••••', 'Chen']),
  );
});
