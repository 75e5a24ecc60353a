import { expect, it } from 'vitest';
import { readWindow, startOfWindow, WINDOW } from './window.domain.ts';

const at = (instant: string) => Date.parse(instant);
const startAt = (window: string, instant: string) => new Date(startOfWindow(window, at(instant)) + 1).toISOString();

// By hand: Melbourne is 11 hours before UTC in summer and 10 in winter; its clocks went back on 5 April 2026 at 3 am.
it.each([
  ['day', '2026-11-26T12:00:00.000Z', '2026-11-25T13:00:00.000Z'],
  ['day', '2026-11-26T13:00:00.000Z', '2026-11-26T13:00:00.000Z'],
  ['week', '2026-11-29T12:59:59.000Z', '2026-11-22T13:00:00.000Z'],
  ['week', '2026-11-29T13:00:00.000Z', '2026-11-29T13:00:00.000Z'],
  ['month', '2026-11-30T12:59:00.000Z', '2026-10-31T13:00:00.000Z'],
  ['day', '2026-04-05T13:00:00.000Z', '2026-04-04T13:00:00.000Z'],
  ['week', '2026-04-06T00:00:00.000Z', '2026-04-05T14:00:00.000Z'],
])('%s at %s began at %s', (window, instant, begun) => {
  expect(startAt(window, instant)).toBe(begun);
});

it.each([
  ['15m', '2026-11-26T09:45:00.001Z'],
  ['24h', '2026-11-25T10:00:00.001Z'],
  ['90d', '2026-08-28T10:00:00.001Z'],
])('%s goes back from now', (window, begun) => {
  expect(startAt(window, '2026-11-26T10:00:00.000Z')).toBe(begun);
});

it.each([
  ['15m', 1],
  ['24h', 1],
  ['25h', 2],
  ['30d', 30],
  ['day', 1],
  ['week', 7],
  ['month', 31],
])('%s reaches %i days back', (window, days) => {
  expect(readWindow(window).days).toBe(days);
});

it.each(['0m', '15', 'm', '15s', '100d', 'year', '15m ', '1e3m', '-1h'])('%s is no window', (window) => {
  expect(WINDOW.test(window)).toBe(false);
});
