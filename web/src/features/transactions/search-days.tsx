import { dayOf } from '@wattle/contract/rules/typed-date.ts';
import { useState } from 'react';
import { useBusinessDay } from '../../api/use-business-day.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { DateField } from '../../ui/fields/date-field.tsx';
import type { Search } from './transactions.domain.ts';

type Days = Pick<Search, 'from' | 'to'>;
type SearchDaysProps = { readonly search: Search; readonly onDays: (days: Partial<Days>) => void };

/** First and last day of a search. An incomplete date filters nothing. */
export function SearchDays({ search, onDays }: SearchDaysProps) {
  const t = useTexts('transactions');
  const today = useBusinessDay();
  const [typed, setTyped] = useState<Days>({ from: '', to: '' });
  const field = (name: keyof Days) => ({
    id: `search-${name}`,
    label: t(name),
    today,
    last: today,
    // Typed text stays until the search is changed elsewhere.
    value: (dayOf(typed[name]) ?? '') === search[name] ? typed[name] : search[name],
    onValue: (value: string) => {
      setTyped({ ...typed, [name]: value });
      const day = dayOf(value) ?? '';
      if (day !== search[name]) onDays({ [name]: day });
    },
  });
  return (
    <>
      <DateField {...field('from')} />
      <DateField {...field('to')} />
    </>
  );
}
