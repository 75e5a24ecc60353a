import { addMonths } from '@wattle/contract/rules/schedule-dates.ts';
import type { Search } from './transactions.domain.ts';

export const DATE_PRESETS = ['thisMonth', 'lastMonth', 'lastThreeMonths', 'financialYear'] as const;
export type DatePreset = (typeof DATE_PRESETS)[number];

const DAY_MS = 86_400_000;

export type Days = Pick<Search, 'from' | 'to'>;

/** Days of a preset, on a day; an empty end is that day. The financial year begins on 1 July. */
export function daysOfPreset(preset: DatePreset, today: string): Days {
  const month = today.slice(0, 7);
  switch (preset) {
    case 'thisMonth':
      return { from: `${month}-01`, to: '' };
    case 'lastMonth': {
      const next = `${month}-01`;
      return { from: addMonths(next, -1), to: new Date(Date.parse(next) - DAY_MS).toISOString().slice(0, 10) };
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
