import { calendarDay } from '@wattle/contract/rules/calendar-day.ts';
import { useState } from 'react';
import { useBrand } from '../brand/brand.ts';

/** Business day at which the page was first rendered, `2026-11-20`, written into the page by the server. */
export function useBusinessDay(): string {
  const { TimeZone } = useBrand();
  const [today] = useState(() => document.documentElement.dataset['today'] ?? calendarDay(Date.now(), TimeZone));
  return today;
}
