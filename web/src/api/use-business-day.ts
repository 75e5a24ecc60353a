import { calendarDay } from '@wattle/contract/rules/calendar-day.ts';
import { useState } from 'react';
import { useBrand } from '../brand/brand.ts';

/** The business day when the page was first drawn, `2026-11-20`: the server writes it into the page. */
export function useBusinessDay(): string {
  const { TimeZone } = useBrand();
  const [today] = useState(() => document.documentElement.dataset['today'] ?? calendarDay(Date.now(), TimeZone));
  return today;
}
