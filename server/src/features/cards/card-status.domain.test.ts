import { describe, expect, it } from 'vitest';
import { type InnerStatus, isListed, statusIn, switchCard } from './card-status.domain.ts';

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
  it.each([
    ['2026-11', 'Active'],
    ['2026-12', 'Active'],
    ['2029-10', 'Active'],
    ['2026-10', 'Expired'],
    ['2025-12', 'Expired'],
  ])('with an expiry of %s is %s in November 2026', (expiry, expected) => {
    expect(statusIn('2026-11', { status: 'Active', expiry })).toBe(expected);
  });

  it('becomes Expired from every status that is listed, and from no other', () => {
    const past = (status: InnerStatus) => statusIn('2026-11', { status, expiry: '2026-10' });
    expect(ALL.map(past)).toEqual([...Array(7).fill('Expired'), 'Replaced', 'Expired', 'Closed']);
  });

  it('keeps Replaced, Expired and Closed out of the list', () => {
    expect(ALL.filter((status) => !isListed(status))).toEqual(['Replaced', 'Expired', 'Closed']);
  });

  it('goes between Active and ActiveOff and nowhere else', () => {
    expect(switchCard('Active', 'ActiveOff')).toEqual({ kind: 'changed', to: 'ActiveOff' });
    expect(switchCard('ActiveOff', 'Active')).toEqual({ kind: 'changed', to: 'Active' });
    expect(switchCard('ActiveOff', 'ActiveOff')).toEqual({ kind: 'same' });
    expect(switchCard('Active', 'Active')).toEqual({ kind: 'same' });
    for (const status of ALL.slice(2)) {
      expect(switchCard(status, 'Active')).toEqual({ kind: 'refused' });
      expect(switchCard(status, 'ActiveOff')).toEqual({ kind: 'refused' });
    }
  });
});
