import { SPENDING_CATEGORIES, type SpendingCategory } from '@wattle/contract/transactions/transaction.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Chip, ChipRow } from '../../ui/chip.tsx';
import { Disclosure } from '../../ui/pages/disclosure.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { FILTERS, type Search } from './transactions.domain.ts';
import { lazyPart } from '../../missing-script/lazy-part.tsx';

/** Loaded when it is opened, because few people filter by day. */
const SearchDays = lazyPart(async () => (await import('./search-days.tsx')).SearchDays);

type TransactionFiltersProps = {
  readonly search: Search;
  readonly onSearch: (search: Search) => void;
};

/** Filters by text and direction. One button shows category and days. */
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
        {() => (
          <div className="transactions__more-filters">
            <Select
              id="search-category"
              label={t('detail.category')}
              prompt={t('anyCategory')}
              value={search.category}
              onValue={(category) => change({ category: category as SpendingCategory | '' })}
              options={SPENDING_CATEGORIES.map((value) => ({ value, label: t(`category.${value}`) }))}
            />
            <SearchDays search={search} onDays={change} />
          </div>
        )}
      </Disclosure>
    </search>
  );
}
