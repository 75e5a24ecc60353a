import { expect, it } from 'vitest';
import { DATE_PRESETS, daysOfPreset, presetOf } from './search-presets.ts';

it.each([
  ['thisMonth', '2026-11-28', '2026-11-01', ''],
  ['lastMonth', '2026-11-28', '2026-10-01', '2026-10-31'],
  ['lastMonth', '2028-03-01', '2028-02-01', '2028-02-29'],
  ['lastMonth', '2027-01-05', '2026-12-01', '2026-12-31'],
  ['lastThreeMonths', '2026-11-28', '2026-08-28', ''],
  // November has no 31st.
  ['lastThreeMonths', '2027-02-28', '2026-11-28', ''],
  ['lastThreeMonths', '2026-05-31', '2026-02-28', ''],
  ['financialYear', '2026-11-28', '2026-07-01', ''],
  ['financialYear', '2027-06-30', '2026-07-01', ''],
  ['financialYear', '2027-07-01', '2027-07-01', ''],
] as const)('%s on %s begins on %s and ends on %j', (preset, today, from, to) => {
  expect(daysOfPreset(preset, today)).toEqual({ from, to });
});

it('names the preset of days, and none for others', () => {
  const today = '2026-11-28';
  expect(DATE_PRESETS.map((preset) => presetOf(daysOfPreset(preset, today), today))).toEqual([...DATE_PRESETS]);
  expect(presetOf({ from: '2026-11-02', to: '' }, today)).toBeNull();
  expect(presetOf({ from: '', to: '' }, today)).toBeNull();
});
