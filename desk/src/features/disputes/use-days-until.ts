import { useDeskFormat } from '../../parts/format.ts';
import { useNow } from '../../parts/use-now.ts';

const DAY_MS = 86_400_000;

/** Days from today in the zone of the programme until a day; below zero it is over. */
export function useDaysUntil(): (day: string) => number {
  const format = useDeskFormat();
  const today = format.dayOf(useNow());
  return (day) => Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS);
}
