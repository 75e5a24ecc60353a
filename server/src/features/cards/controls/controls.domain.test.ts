import { describe, expect, it } from 'vitest';
import { categoryControlsOf, changeControl, channelControlsOf, controlsOf, isBlocked } from './controls.domain.ts';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-11-20T02:00:00Z');
const change = (blocked: readonly string[], gamblingOpensAt: number | null, control: string, isAllowed: boolean) =>
  changeControl({ blocked, gamblingOpensAt } as never, {
    control: control as never,
    isAllowed,
    now: NOW,
    waitMs: 48 * HOUR,
  });

describe('a change of a control', () => {
  it('takes effect immediately, except for allowing gambling', () => {
    expect(change([], null, 'online', false)).toEqual({ blocked: ['online'], gamblingOpensAt: null });
    expect(change(['online', 'cash'], null, 'online', true)).toEqual({ blocked: ['cash'], gamblingOpensAt: null });
    expect(change(['online'], null, 'online', false)).toBeUndefined();
    expect(change([], null, 'online', true)).toBeUndefined();
  });

  it('allows gambling after 48 hours, and asking again does not restart the wait', () => {
    const waiting = { blocked: ['gambling'], gamblingOpensAt: NOW + 48 * HOUR };
    expect(change(['gambling'], null, 'gambling', true)).toEqual(waiting);
    expect(change(['gambling'], NOW + HOUR, 'gambling', true)).toBeUndefined();
  });

  it('blocks gambling again during the wait and after it', () => {
    const blocked = { blocked: ['gambling'], gamblingOpensAt: null };
    expect(change(['gambling'], NOW + HOUR, 'gambling', false)).toEqual(blocked);
    expect(change(['gambling'], NOW - HOUR, 'gambling', false)).toEqual(blocked);
    expect(change(['gambling'], NOW - HOUR, 'gambling', true)).toBeUndefined();
  });
});

describe('blocked gambling', () => {
  it.each([
    [null, true],
    [NOW + 1, true],
    [NOW, false],
    [NOW - 1, false],
  ])('with a wait until %s is refused: %s', (gamblingOpensAt, expected) => {
    expect(isBlocked({ blocked: ['gambling'], gamblingOpensAt }, 'gambling', NOW)).toBe(expected);
  });
});

describe('the controls of a purchase', () => {
  const at = { channel: 'contactless', mcc: '5814', country: 'AU', isWallet: false, homeCountry: 'AU' } as const;
  it.each([
    [{}, []],
    [{ channel: 'online' }, ['online']],
    [{ channel: 'manual' }, ['online']],
    [{ country: 'NZ' }, ['overseas']],
    [{ country: 'NZ', homeCountry: 'NZ' }, []],
    [{ homeCountry: 'NZ' }, ['overseas']],
    [{ channel: 'online', country: 'US' }, ['online', 'overseas']],
    [{ channel: 'atm', mcc: '6011' }, ['cash']],
    [{ channel: 'chip', mcc: '6010' }, ['cash']],
    [{ isWallet: true }, ['wallet']],
    [{ country: undefined }, ['overseas']],
  ] as const)('%j: %j', (given, controls) => {
    expect(channelControlsOf({ ...at, ...given })).toEqual(controls);
  });

  it.each([
    ['5814', []],
    ['7995', ['gambling']],
    ['7800', ['gambling']],
    ['5921', ['alcohol']],
    ['5813', ['alcohol']],
    ['7273', ['adult']],
    ['6051', ['crypto']],
  ])('at a merchant with code %s: %j', (mcc, controls) => {
    expect(categoryControlsOf({ mcc })).toEqual(controls);
  });
});

describe('the controls of a product', () => {
  const settings = { cardNotPresent: true, cash: true, gambling: true, quasiCash: true, contactless: true };
  it('are all except those that the product refuses by itself', () => {
    expect(controlsOf(settings, { isVirtual: false })).toHaveLength(8);
    expect(controlsOf({ ...settings, gambling: false, quasiCash: false }, { isVirtual: false })).toEqual([
      'online',
      'overseas',
      'cash',
      'wallet',
      'alcohol',
      'adult',
    ]);
    // In a wallet it pays in any shop.
    expect(controlsOf(settings, { isVirtual: true })).toHaveLength(8);
    expect(controlsOf({ ...settings, contactless: false }, { isVirtual: true })).toEqual([
      'online',
      'overseas',
      'gambling',
      'alcohol',
      'adult',
      'crypto',
    ]);
  });
});
