import { describe, expect, it } from 'vitest';
import { bpay } from '../bpay/bpay.method.tsx';
import { external } from '../external/external.method.tsx';
import { internal } from '../internal/internal.method.tsx';
import type { MethodDescriptor } from '../payment-method.ts';
import { found, initialsOf, type Listed, numberOf, paidLast } from './payees.domain.ts';

const listed = (given: Partial<Listed>): Listed => ({
  PayeeId: 'p-1',
  method: external,
  DestinationAccountName: 'Rent',
  DestinationBSB: '000101',
  DestinationAccountNumber: '12345678',
  LastPaidAt: null,
  LastPaidAmount: null,
  LastPurpose: null,
  PaidThisYear: 0,
  ...given,
});
const rent = listed({});
const liWei = listed({
  method: internal,
  DestinationAccountName: '李伟',
  DestinationBSB: null,
  DestinationAccountNumber: '200100025',
});
const power = listed({
  method: bpay,
  DestinationAccountName: 'Power',
  DestinationBSB: '23796',
  DestinationAccountNumber: '87348538',
});

it('the number of a payee is formatted by its method', () => {
  expect([rent, liWei, power].map(numberOf)).toEqual(['000-101 · 12345678', '200 100 025', '23796 · 87348538']);
});

describe('a search', () => {
  it.each<[typed: string, names: readonly string[]]>([
    ['', ['Rent', '李伟', 'Power']],
    ['  ', ['Rent', '李伟', 'Power']],
    ['RE', ['Rent']],
    ['000-101', ['Rent']],
    ['1234 5678', ['Rent']],
    ['200 100', ['李伟']],
    ['李', ['李伟']],
    ['23796', ['Power']],
    ['8734', ['Power']],
    ['nobody', []],
  ])('%j finds %j', (typed, names) => {
    expect(found([rent, liWei, power], typed).map(({ DestinationAccountName: name }) => name)).toEqual(names);
  });
});

it.each([
  ['Rent', 'R'],
  ['Noah Williams', 'NW'],
  ['harbour city water', 'HW'],
  ['李伟', '李'],
  ['', ''],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

describe('the recently paid payees', () => {
  const paid = (name: string, LastPaidAt: string | null, method: MethodDescriptor = internal) =>
    listed({ DestinationAccountName: name, LastPaidAt, method });
  const all = [
    paid('Never', null),
    paid('August', '2026-08-02T01:00:00.000Z'),
    paid('October', '2026-10-02T01:00:00.000Z'),
    paid('Bill', '2026-09-02T01:00:00.000Z', bpay),
  ];
  const names = (payees: readonly Listed[]) => payees.map(({ DestinationAccountName: name }) => name);

  it('are those that were paid, latest first, before those that were not yet', () => {
    expect(names(paidLast(all))).toEqual(['October', 'Bill', 'August', 'Never']);
  });
  it('are six at most', () => {
    const many = Array.from({ length: 8 }, (_, day) => paid(`P${day}`, `2026-08-0${day + 1}T01:00:00.000Z`));
    expect(names(paidLast(many))).toEqual(['P7', 'P6', 'P5', 'P4', 'P3', 'P2']);
  });
});
