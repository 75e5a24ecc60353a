import './transaction-export.css';
import '../../ui/save-button.css';
import { generateTransactionReportBySequenceRange } from '@wattle/contract/transactions/exports.ts';
import type { Transaction } from '@wattle/contract/transactions/transaction.ts';
import { type ReactNode, useState } from 'react';
import { useDownload } from '../../api/download.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { AppIcon } from '../../ui/app-icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import { DownloadNote } from './download-note.part.tsx';
import { criteriaOf } from './transaction-search.queries.ts';
import { NO_SEARCH, type Search } from './transactions.domain.ts';
import { lazyPart } from '../../missing-script/lazy-part.tsx';

type TransactionExportProps = {
  readonly accountNumber: string;
  /** Rows in view. Pending and declined ones have no Sequence and are not exported. */
  readonly rows: readonly Transaction[];
  readonly search?: Search;
  /** Content beside the export button. */
  readonly children?: ReactNode;
};

/** Loaded once it is opened. */
const ExportDialog = lazyPart(async () => (await import('./export-dialog.tsx')).ExportDialog);

/** Saves the rows in view, or those of some months, as a file. */
export function TransactionExport({ accountNumber, rows, search = NO_SEARCH, children }: TransactionExportProps) {
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
      {children}
      <Menu
        label={t('export')}
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
