import { SPENDING_CATEGORIES, type SpendingCategory } from '@wattle/contract/transactions/transaction.ts';
import { useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { Chip, ChipRow } from '../../ui/chip.tsx';
import { AmountField } from '../../ui/fields/amount-field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { SearchDays } from './search-days.tsx';
import { DATE_PRESETS, daysOfPreset, presetOf } from './search-presets.ts';
import { FILTERS, type Search } from './transactions.domain.ts';
import { useToday } from './use-today.ts';

type SearchFiltersProps = { readonly search: Search; readonly onSearch: (search: Search) => void };

/** Filters of a search: days, amounts, kind and category. Each acts straight away. */
export function SearchFilters({ search, onSearch }: SearchFiltersProps) {
  const t = useTexts('transactions');
  const change = (part: Partial<Search>) => onSearch({ ...search, ...part });
  return (
    <div className="search-filters">
      <DateFilter search={search} onChange={change} />
      <fieldset className="search-filters__group">
        <legend className="field__label">{t('amount')}</legend>
        <div className="search-filters__amounts">
          <AmountField
            id="search-at-least"
            label={t('atLeast')}
            value={search.atLeast}
            onValue={(atLeast) => change({ atLeast })}
          />
          <AmountField
            id="search-at-most"
            label={t('atMost')}
            value={search.atMost}
            onValue={(atMost) => change({ atMost })}
          />
        </div>
      </fieldset>
      <div className="search-filters__group">
        <p className="field__label" aria-hidden="true">
          {t('kind')}
        </p>
        <ChipRow isWrapped label={t('kind')}>
          {FILTERS.map((option) => (
            <Chip key={option} isOn={option === search.filter} onPress={() => change({ filter: option })}>
              {t(`filter.${option}`)}
            </Chip>
          ))}
        </ChipRow>
      </div>
      <Select
        id="search-category"
        label={t('detail.category')}
        prompt={t('anyCategory')}
        value={search.category}
        onValue={(category) => change({ category: category as SpendingCategory | '' })}
        options={SPENDING_CATEGORIES.map((value) => ({ value, label: t(`category.${value}`) }))}
      />
    </div>
  );
}

type DateFilterProps = { readonly search: Search; readonly onChange: (part: Partial<Search>) => void };

function DateFilter({ search, onChange }: DateFilterProps) {
  const t = useTexts('transactions');
  const today = useToday();
  const preset = presetOf(search, today);
  const hasDays = search.from !== '' || search.to !== '';
  const [isChoosing, setChoosing] = useState(false);
  const isOwn = isChoosing || (hasDays && preset === null);
  return (
    <div className="search-filters__group">
      <p className="field__label" aria-hidden="true">
        {t('dates')}
      </p>
      <ChipRow isWrapped label={t('dates')}>
        {DATE_PRESETS.map((each) => {
          const isOn = !isOwn && each === preset;
          return (
            <Chip
              key={each}
              isOn={isOn}
              onPress={() => {
                setChoosing(false);
                onChange(isOn ? { from: '', to: '' } : daysOfPreset(each, today));
              }}
            >
              {t(`date.${each}`)}
            </Chip>
          );
        })}
        <Chip isOn={isOwn} onPress={() => setChoosing(!isOwn)}>
          {t('date.own')}
        </Chip>
      </ChipRow>
      {isOwn ? (
        <div className="search-filters__days">
          <SearchDays search={search} onDays={onChange} />
        </div>
      ) : null}
    </div>
  );
}
