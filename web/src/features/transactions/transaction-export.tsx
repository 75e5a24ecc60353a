import './transaction-export.css';
import '../../ui/save-button.css';
import { generateTransactionReportBySequenceRange } from '@wattle/contract/transactions/exports.ts';
import type { Transaction } from '@wattle/contract/transactions/transaction.ts';
import type { CardReference } from '@wattle/contract/wire.ts';
import { useState } from 'react';
import { useDownload } from '../../api/download.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { AppIcon } from '../../ui/app-icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useSettled } from '../../ui/fields/use-settled.ts';
import { DownloadNote } from './download-note.part.tsx';
import { criteriaOf } from './transaction-search.queries.ts';
import { isNarrowed, NO_SEARCH, type PageSize, type Search } from './transactions.domain.ts';
import { useTransactionPages } from './transactions.queries.ts';
import { useFound } from './use-found.ts';
import { lazyPart } from '../../missing-script/lazy-part.tsx';

type TransactionExportProps = {
  readonly accountNumber: string;
  /** Rows in view. Pending and declined ones have no Sequence and are not exported. */
  readonly rows: readonly Transaction[];
  readonly search: Search;
};

/** Loaded once it is opened. */
const ExportDialog = lazyPart(async () => (await import('./export-dialog.tsx')).ExportDialog);

type ViewExportProps = { readonly card: CardReference; readonly size: PageSize; readonly search: Search };

/** Export of what the list shows. Nothing while there is no list. */
export function ViewExport({ card, size, search }: ViewExportProps) {
  const pages = useTransactionPages(card, size);
  const asked = useSettled(search);
  const isLoaded = pages.state !== 'pending' && pages.state !== 'failed';
  if (!isLoaded || (pages.pending.length === 0 && pages.rows.length === 0)) return null;
  return isNarrowed(asked) ? (
    <FoundExport card={card} size={size} search={asked} pages={pages} />
  ) : (
    <TransactionExport accountNumber={card.AccountNumber} rows={pages.rows} search={NO_SEARCH} />
  );
}

function FoundExport(asked: Parameters<typeof useFound>[0]) {
  const { card, search } = asked;
  const { pages } = useFound(asked);
  const rows = search.filter === 'declined' ? [] : pages.rows;
  return <TransactionExport accountNumber={card.AccountNumber} rows={rows} search={search} />;
}

/** Saves the rows in view, or those of some months, as a file. */
function TransactionExport({ accountNumber, rows, search }: TransactionExportProps) {
  const t = useTexts('transactions');
  const [isChoosing, setChoosing] = useState(false);
  const download = useDownload(generateTransactionReportBySequenceRange);
  const sequences = rows.flatMap(({ Sequence }) => (Sequence === null ? [] : [Sequence]));
  const saveView = (format: 'pdf' | 'xlsx') =>
    download.start({
      accountNumber,
      fromSequence: Math.min(...sequences),
      toSequence: Math.max(...sequences),
      format,
      search: criteriaOf(search),
    });
  const ofView =
    sequences.length === 0
      ? []
      : [
          { label: t('export.viewAsPdf'), icon: <AppIcon name="document" size="s" />, onPick: () => saveView('pdf') },
          { label: t('export.viewAsExcel'), icon: <AppIcon name="list" size="s" />, onPick: () => saveView('xlsx') },
        ];
  return (
    <div className="transaction-export">
      <Menu
        label={t('export')}
        tone="text"
        items={[
          ...ofView,
          {
            label: t('export.chooseMonths'),
            icon: <AppIcon name="calendar" size="s" />,
            onPick: () => setChoosing(true),
          },
        ]}
      />
      <DownloadNote download={download} none={t('export.none')} />
      {isChoosing && <ExportDialog accountNumber={accountNumber} onClose={() => setChoosing(false)} />}
    </div>
  );
}
