import { useRef } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { AppIcon } from '../../ui/app-icon.tsx';
import { Chip, ChipRow } from '../../ui/chip.tsx';
import { Icon } from '../../ui/icon.tsx';
import { type Filter, FILTERS } from './transactions.domain.ts';

type TransactionFiltersProps = {
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
  readonly search: string;
  readonly onSearch: (search: string) => void;
};

export function TransactionFilters({ filter, onFilter, search, onSearch }: TransactionFiltersProps) {
  const t = useTexts('transactions');
  const input = useRef<HTMLInputElement>(null);
  return (
    <search className="transactions__filters">
      <div className="transactions__search">
        <AppIcon name="search" size="s" />
        <input
          ref={input}
          type="search"
          autoComplete="off"
          enterKeyHint="search"
          aria-label={t('search')}
          placeholder={t('search')}
          value={search}
          onChange={(event) => onSearch(event.target.value)}
        />
        {search !== '' && (
          <button
            type="button"
            className="transactions__clear"
            aria-label={t('clearSearch')}
            onClick={() => {
              onSearch('');
              input.current?.focus();
            }}
          >
            <Icon name="close" size="s" />
          </button>
        )}
      </div>
      <ChipRow label={t('filter')}>
        {FILTERS.map((option) => (
          <Chip key={option} isOn={option === filter} onPress={() => onFilter(option)}>
            {t(`filter.${option}`)}
          </Chip>
        ))}
      </ChipRow>
    </search>
  );
}
