import { SPENDING_CATEGORIES, type SpendingCategory } from '@wattle/contract/transactions/transaction.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Chip, ChipRow } from '../../ui/chip.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Select } from '../../ui/select.tsx';
import { FILTERS, type Search } from './transactions.domain.ts';

type TransactionFiltersProps = {
  readonly search: Search;
  readonly onSearch: (search: Search) => void;
};

/** Text, direction, and behind one press category and days. */
export function TransactionFilters({ search, onSearch }: TransactionFiltersProps) {
  const t = useTexts('transactions');
  const change = (part: Partial<Search>) => onSearch({ ...search, ...part });
  return (
    <search className="transactions__filters">
      <SearchField
        label={t('search')}
        placeholder={t('searchHint')}
        value={search.text}
        onText={(text) => change({ text })}
      />
      <ChipRow label={t('filter')}>
        {FILTERS.map((option) => (
          <Chip key={option} isOn={option === search.filter} onPress={() => change({ filter: option })}>
            {t(`filter.${option}`)}
          </Chip>
        ))}
      </ChipRow>
      <Disclosure title={t('moreFilters')}>
        <div className="transactions__more-filters">
          <Select
            id="search-category"
            label={t('detail.category')}
            prompt={t('anyCategory')}
            value={search.category}
            onValue={(category) => change({ category: category as SpendingCategory | '' })}
            options={SPENDING_CATEGORIES.map((value) => ({ value, label: t(`category.${value}`) }))}
          />
          <DayField id="search-from" label={t('from')} value={search.from} onDay={(from) => change({ from })} />
          <DayField id="search-to" label={t('to')} value={search.to} onDay={(to) => change({ to })} />
        </div>
      </Disclosure>
    </search>
  );
}

type DayFieldProps = {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly onDay: (day: string) => void;
};

/** The device's own date field: it knows its person's calendar and language. */
function DayField({ id, label, value, onDay }: DayFieldProps) {
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <div className="field__box">
        <input
          id={id}
          className="field__input"
          type="date"
          min="2000-01-01"
          max="2199-12-31"
          value={value}
          onChange={(event) => onDay(event.target.value)}
        />
      </div>
    </div>
  );
}
