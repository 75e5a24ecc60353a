import { describe, expect, it } from 'vitest';
import { linesOf } from '../../../test-support/state-matrix.ts';
import { move } from '../../platform/state-table.domain.ts';
import {
  CARD_STATUS,
  type InnerStatus,
  isListed,
  SIGNS_IN,
  statusIn,
  WAITS_FOR_ACTIVATION,
} from './card-status.states.domain.ts';

const ALL: readonly InnerStatus[] = [
  'Active',
  'ActiveOff',
  'NotIssued',
  'Ordered',
  'Restricted',
  'Stolen',
  'Lost',
  'Replaced',
  'Expired',
  'Closed',
];

describe('the status of a card', () => {
  it('changes as specified', () => {
    const holders = 'webAccount cardOnly';
    const no = (times: number) => Array(times).fill('–card_problem').join(' ');
    expect(linesOf(CARD_STATUS, ALL)).toEqual([
      // In this order: Active ActiveOff NotIssued Ordered Restricted Stolen Lost Replaced Expired Closed
      `turnOff | ${holders} | ActiveOff = ${no(8)}`,
      `turnOn | ${holders} | = Active ${no(8)}`,
      `block | webAccount staff | Restricted Restricted Restricted ${no(1)} = ${no(5)}`,
      `unblock | staff | = ${no(3)} Active ${no(5)}`,
      `reportLost | ${holders} staff | Lost Lost Lost Lost Lost = = = = =`,
      `reportStolen | ${holders} staff | Stolen Stolen Stolen Stolen Stolen = Stolen = = =`,
      `replace | webAccount staff | Replaced Replaced Replaced ${no(1)} Replaced Replaced Replaced ${no(1)} Replaced ${no(1)}`,
      'supersede | programme | Replaced Replaced Replaced Replaced Replaced Replaced Replaced = Replaced =',
      `dispatch | staff | ${no(2)} Ordered = ${no(6)}`,
      `release | programme | = = Active ${no(7)}`,
      `activate | webAccount cardOnly | ${no(2)} Active Active ${no(6)}`,
      'expire | programme | Expired Expired Expired Expired Expired Expired Expired = = =',
      `useUp | programme | Closed Closed ${no(8)}`,
      'close | webAccount staff programme | Closed Closed Closed Closed Closed Closed Closed = Closed =',
    ]);
  });

  it('does not change for an actor without permission, whatever it is', () => {
    expect(move(CARD_STATUS, { state: 'Active', event: 'replace', by: 'cardOnly' })).toEqual({
      kind: 'refused',
      error: 'card_problem',
    });
  });

  it('permits sign-in when the holder has the card or must see the block, and waits for activation before', () => {
    expect(SIGNS_IN).toEqual(['Active', 'ActiveOff', 'Restricted', 'Stolen', 'Lost']);
    expect(WAITS_FOR_ACTIVATION).toEqual(['NotIssued', 'Ordered']);
  });

  it.each([
    ['2026-11', 'Active'],
    ['2026-12', 'Active'],
    ['2029-10', 'Active'],
    ['2026-10', 'Expired'],
    ['2025-12', 'Expired'],
  ])('with the expiry %s is %s in November 2026', (expiry, expected) => {
    expect(statusIn('2026-11', { status: 'Active', expiry })).toBe(expected);
  });

  it('becomes Expired from every listed status and from no other', () => {
    const past = (status: InnerStatus) => statusIn('2026-11', { status, expiry: '2026-10' });
    expect(ALL.map(past)).toEqual([...Array(7).fill('Expired'), 'Replaced', 'Expired', 'Closed']);
  });

  it('is not in the list when it is Replaced, Expired or Closed', () => {
    expect(ALL.filter((status) => !isListed(status))).toEqual(['Replaced', 'Expired', 'Closed']);
  });
});
