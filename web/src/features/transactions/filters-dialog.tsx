import { useId } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SearchFilters } from './search-filters.tsx';
import type { Search } from './transactions.domain.ts';

type FiltersDialogProps = {
  readonly search: Search;
  /** How many transactions it finds; null: not known. */
  readonly count: number | null;
  readonly onSearch: (search: Search) => void;
  readonly onClose: () => void;
};

/** Filters as a sheet of a phone, over the list that they already narrow. */
export function FiltersDialog({ search, count, onSearch, onClose }: FiltersDialogProps) {
  const t = useTexts('transactions');
  const describedBy = useId();
  return (
    <Dialog
      title={t('filters')}
      describedBy={describedBy}
      isWide
      onDismiss={onClose}
      actions={
        <Button wide onClick={onClose}>
          <span id={describedBy}>{count === null ? t('showAny') : t('show', { count })}</span>
        </Button>
      }
    >
      <SearchFilters search={search} onSearch={onSearch} />
    </Dialog>
  );
}
