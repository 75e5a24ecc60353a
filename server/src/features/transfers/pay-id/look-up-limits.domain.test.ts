import { describe, expect, it } from 'vitest';
import { PAY_ID_LOOK_UPS } from '../../../config/outside-settings.ts';
import { type EarlierLookUp, refuseLookUp } from './look-up-limits.domain.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** 15:00 on Friday 20 November 2026 in Melbourne; the next day begins at 13:00 UTC. */
const NOW = Date.parse('2026-11-20T04:00:00Z');
const NEXT_DAY = Date.parse('2026-11-20T13:00:00Z');
const TODAY = Date.parse('2026-11-19T13:00:00Z');

/** Look-ups so many minutes ago, the newest first. */
const ago = (minutes: readonly number[], given: Partial<EarlierLookUp> = {}): EarlierLookUp[] =>
  minutes.map((each, n) => ({
    at: NOW - each * MINUTE,
    payId: `p${n}@example.com`,
    isPaid: false,
    isKnown: false,
    ...given,
  }));
const asked = {
  payId: 'new@example.com',
  now: NOW,
  today: TODAY,
  nextDay: NEXT_DAY,
  isNew: false,
  ofAddress: 0,
  ofProgramme: 0,
};
const refuse = (own: readonly EarlierLookUp[], given: Partial<typeof asked> = {}) =>
  refuseLookUp({ ...asked, own, ...given }, PAY_ID_LOOK_UPS);
const times = (count: number, from: number, step: number) => Array.from({ length: count }, (_, n) => from + n * step);

describe('look-ups of a person', () => {
  it('are 10 in an hour, and the next comes when the oldest of them is an hour old', () => {
    expect(refuse(ago(times(9, 1, 1), { isPaid: true }))).toBeUndefined();
    expect(refuse(ago(times(10, 1, 5), { isPaid: true }))).toEqual({ until: NOW + 14 * MINUTE, stop: null });
  });

  it('are 30 in a day', () => {
    const spread = times(29, 61, 40);
    expect(refuse(ago(spread, { isPaid: true }))).toBeUndefined();
    const oldest = 61 + 29 * 40;
    expect(refuse(ago([...spread, oldest], { isPaid: true }))).toEqual({
      until: NOW + 24 * HOUR - oldest * MINUTE,
      stop: null,
    });
  });

  it('are 5 in a day while the sign-in is younger than a week', () => {
    const five = ago(times(5, 61, 60), { isPaid: true });
    expect(refuse(five.slice(1), { isNew: true })).toBeUndefined();
    expect(refuse(five)).toBeUndefined();
    expect(refuse(five, { isNew: true })).toEqual({ until: NOW + 24 * HOUR - 301 * MINUTE, stop: null });
  });

  it('do not count for a PayID that they have paid before', () => {
    expect(refuse(ago(times(40, 1, 1), { isKnown: true }))).toBeUndefined();
  });

  it('stop until the next day after 15 without a payment', () => {
    const fifteen = ago(times(15, 61, 20));
    expect(refuse(fifteen.slice(1))).toBeUndefined();
    expect(refuse(fifteen)).toEqual({ until: NEXT_DAY, stop: 'withoutPayment' });
    const paid = fifteen.map((each, n) => (n === 4 ? { ...each, isPaid: true } : each));
    expect(refuse(paid)).toBeUndefined();
  });

  it('count those of the day before for the limits alone', () => {
    const yesterday = ago(times(15, 16 * 60, 20));
    expect(refuse(yesterday)).toBeUndefined();
  });
});

describe('phones', () => {
  const phones = (numbers: readonly number[]) =>
    numbers.map((number, n) => ({
      at: NOW - (n + 1) * 2 * HOUR,
      payId: `+61-${400_000_000 + number}`,
      isPaid: true,
      isKnown: false,
    }));
  const asking = (number: number) => ({ payId: `+61-${400_000_000 + number}` });

  it('stop at the sixth of a run within 100', () => {
    expect(refuse(phones([150, 151, 152, 153]), asking(154))).toBeUndefined();
    expect(refuse(phones([150, 151, 152, 153, 154]), asking(155))).toEqual({ until: NEXT_DAY, stop: 'closePhones' });
    expect(refuse(phones([150, 151, 152, 153, 250]), asking(250))).toBeUndefined();
    expect(refuse(phones([150, 151, 152, 153, 49]), asking(149))).toEqual({ until: NEXT_DAY, stop: 'closePhones' });
    expect(refuse(phones([150, 151, 152, 153, 48]), asking(149))).toBeUndefined();
  });

  it('do not stop by the same number, and not by other kinds', () => {
    expect(refuse(phones([155, 155, 155, 155, 155]), asking(155))).toBeUndefined();
    expect(refuse(phones([150, 151, 152, 153, 154]))).toBeUndefined();
  });
});

it('are refused for an hour where the network address or the programme has asked too often', () => {
  expect(refuse([], { ofAddress: 59, ofProgramme: 4_999 })).toBeUndefined();
  expect(refuse([], { ofAddress: 60 })).toEqual({ until: NOW + HOUR, stop: null });
  expect(refuse([], { ofProgramme: 5_000 })).toEqual({ until: NOW + HOUR, stop: null });
});
