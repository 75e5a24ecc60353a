import { addMonths } from '@wattle/contract/rules/schedule-dates.ts';
import { lastDayOf } from './export-months.ts';
import type { Search } from './transactions.domain.ts';

export const DATE_PRESETS = ['thisMonth', 'lastMonth', 'lastThreeMonths', 'financialYear'] as const;
export type DatePreset = (typeof DATE_PRESETS)[number];

export type Days = Pick<Search, 'from' | 'to'>;

/** Days of a preset, on a day; an empty end is that day. The financial year begins on 1 July. */
export function daysOfPreset(preset: DatePreset, today: string): Days {
  const month = today.slice(0, 7);
  switch (preset) {
    case 'thisMonth':
      return { from: `${month}-01`, to: '' };
    case 'lastMonth': {
      const from = addMonths(`${month}-01`, -1);
      return { from, to: lastDayOf(from.slice(0, 7)) };
    }
    case 'lastThreeMonths':
      return { from: addMonths(today, -3), to: '' };
    case 'financialYear': {
      const year = Number(today.slice(0, 4));
      return { from: `${today.slice(5, 7) >= '07' ? year : year - 1}-07-01`, to: '' };
    }
  }
}

/** The preset that has these days; null: days of one's own choice, or none. */
export function presetOf({ from, to }: Days, today: string): DatePreset | null {
  const isThis = (preset: DatePreset) => {
    const days = daysOfPreset(preset, today);
    return days.from === from && days.to === to;
  };
  return DATE_PRESETS.find(isThis) ?? null;
}
