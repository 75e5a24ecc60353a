import { amountInCents } from '@wattle/contract/rules/typed-amount.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Icon } from '../../ui/icon.tsx';
import { presetOf } from './search-presets.ts';
import { NO_SEARCH, type Search } from './transactions.domain.ts';
import { useToday } from './use-today.ts';

type ChipOn = { readonly text: string; readonly without: Partial<Search> };

/** The filters that are on, in words, each with the search that it leaves when it is taken off. */
export function useFiltersOn(search: Search): readonly ChipOn[] {
  const t = useTexts('transactions');
  const format = useFormat();
  const today = useToday();
  const { from, to, category, filter } = search;
  const preset = presetOf(search, today);
  const [first, last] = [from && format.dateOf(from), to && format.dateOf(to)];
  const days = preset
    ? t(`date.${preset}`)
    : first && last
      ? t('on.between', { from: first, to: last })
      : first
        ? t('on.since', { date: first })
        : last && t('on.until', { date: last });
  const [least, most] = [search.atLeast, search.atMost].map((typed) => {
    const cents = amountInCents(typed);
    return cents === null ? '' : format.money(cents / 100);
  });
  const amounts =
    least && most
      ? t('on.between', { from: least, to: most })
      : least
        ? t('on.least', { amount: least })
        : most && t('on.most', { amount: most });
  const on = (text: string | undefined, without: Partial<Search>) => (text ? [{ text, without }] : []);
  return [
    ...on(days, { from: '', to: '' }),
    ...on(amounts, { atLeast: '', atMost: '' }),
    ...on(filter === 'all' ? '' : t(`filter.${filter}`), { filter: 'all' }),
    ...on(category && t(`category.${category}`), { category: '' }),
  ];
}

type SearchChipsProps = { readonly search: Search; readonly onSearch: (search: Search) => void };

/** The filters that are on, each to take off, and a button for all. */
export function SearchChips({ search, onSearch }: SearchChipsProps) {
  const t = useTexts('transactions');
  const filtersOn = useFiltersOn(search);
  if (filtersOn.length === 0) return null;
  return (
    <ul className="search-chips" aria-label={t('filtersOn')}>
      {filtersOn.map(({ text, without }) => (
        <li key={text}>
          <button type="button" className="search-chips__one" onClick={() => onSearch({ ...search, ...without })}>
            <span className="visually-hidden">{t('takeOff')} </span>
            {text}
            <Icon name="close" size="s" />
          </button>
        </li>
      ))}
      <li>
        <button
          type="button"
          className="search-chips__all"
          onClick={() => onSearch({ ...NO_SEARCH, text: search.text })}
        >
          {t('clearAll')}
        </button>
      </li>
    </ul>
  );
}
