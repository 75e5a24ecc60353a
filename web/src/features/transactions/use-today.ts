import { dayIn } from '@wattle/contract/rules/dates.ts';
import { useNow } from '../../api/use-now.ts';
import { useBrand } from '../../brand/brand.ts';

/** The day of the server's clock in the brand's zone, `2026-11-20`. */
export function useToday(): string {
  const { TimeZone } = useBrand();
  return dayIn(useNow(), TimeZone);
}
