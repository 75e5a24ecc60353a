import { useTexts } from '../../i18n/use-texts.ts';
import { Stroke } from '../../ui/charts/stroke.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { SearchChips, useFiltersOn } from './search-chips.tsx';
import type { Search } from './transactions.domain.ts';

type TransactionFiltersProps = {
  readonly search: Search;
  readonly onSearch: (search: Search) => void;
  /** Whether the filters are open: a sheet on a phone, beside the list on a desktop. */
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
};

/** Search by text, the button of the filters, and those that are on. */
export function TransactionFilters({ search, onSearch, isOpen, onOpen }: TransactionFiltersProps) {
  const t = useTexts('transactions');
  const count = useFiltersOn(search).length;
  return (
    <search className="transactions__filters">
      <div className="transactions__find">
        <SearchField
          label={t('search')}
          placeholder={t('searchHint')}
          value={search.text}
          onText={(text) => onSearch({ ...search, text })}
        />
        <button type="button" className="transactions__filter" aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
          <Stroke shape="M4 7h16M7 12h10M10 17h4" size="s" />
          {t('filters')}
          {count === 0 ? null : <span className="transactions__filter-count figures">{count}</span>}
        </button>
      </div>
      <SearchChips search={search} onSearch={onSearch} />
    </search>
  );
}
