import { SENT_FILE_MAXIMUM, SENT_FILE_TYPES } from '@wattle/contract/sent-file.ts';
import {
  getKeptReceipts,
  keepReceipt,
  type KeptReceipt as Kept,
  keptReceiptFile,
  removeReceipt,
} from '@wattle/contract/transactions/receipts.ts';
import { type ChangeEvent, useId, useRef, useState } from 'react';
import { useDownload } from '../../api/download.ts';
import { useAction, useOperation } from '../../api/use-operation.ts';
import { useFailureWords } from '../../form/failure-words.ts';
import { useFormat } from '../../i18n/format.ts';
import { useErrorTexts, useTexts } from '../../i18n/use-texts.ts';
import { AppIcon } from '../../ui/app-icon.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DownloadNote } from './download-note.part.tsx';

/** The server's code for a file that it does not take. */
const FILE_REFUSED = '20303';

type KeptReceiptProps = {
  readonly accountNumber: string;
  readonly sequence: number;
  /** Names the row for screen readers. */
  readonly of: string;
};

/** The photo or PDF that the cardholder keeps with a posted row, or the button that adds one. */
export function KeptReceipt({ accountNumber, sequence, of }: KeptReceiptProps) {
  const t = useTexts('transactions');
  const wordsOf = useFailureWords();
  const errorText = useErrorTexts();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isRefused, setRefused] = useState(false);
  const receipts = useOperation(getKeptReceipts, { body: { accountNumber } }).data?.Receipts;
  const keeping = useAction(keepReceipt, { invalidates: [getKeptReceipts] });
  if (!receipts) return null;
  const kept = receipts.find(({ Sequence }) => Sequence === sequence);
  const add = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (!file) return;
    const isUsable = file.size > 0 && file.size <= SENT_FILE_MAXIMUM;
    setRefused(!isUsable);
    keeping.reset();
    if (isUsable) {
      const Content = new Uint8Array(await file.arrayBuffer());
      keeping.run({ body: { accountNumber, Sequence: sequence, Name: file.name.slice(-120), Content } });
    }
    target.value = '';
  };
  const problem = isRefused ? errorText(FILE_REFUSED) : keeping.failure ? wordsOf(keeping.failure) : '';
  const choose = () => input.current?.click();
  return (
    <div className="kept-receipt">
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        tabIndex={-1}
        accept={SENT_FILE_TYPES.join(',')}
        aria-label={t('keptReceipt.choose', { name: of })}
        onChange={(event) => void add(event)}
      />
      {kept ? (
        <KeptFile kept={kept} accountNumber={accountNumber} isBusy={keeping.isPending} onReplace={choose} />
      ) : (
        <Button tone="text" small busy={keeping.isPending} aria-describedby={id} onClick={choose}>
          {t(keeping.isPending ? 'keptReceipt.adding' : 'keptReceipt.add')}
        </Button>
      )}
      <p className="kept-receipt__problem" id={id} role="alert">
        {problem}
      </p>
    </div>
  );
}

type KeptFileProps = {
  readonly kept: Kept;
  readonly accountNumber: string;
  readonly isBusy: boolean;
  readonly onReplace: () => void;
};

function KeptFile({ kept, accountNumber, isBusy, onReplace }: KeptFileProps) {
  const ui = useTexts('ui');
  const t = useTexts('transactions');
  const format = useFormat();
  const wordsOf = useFailureWords();
  const download = useDownload(keptReceiptFile);
  const [isAsking, setAsking] = useState(false);
  const removing = useAction(removeReceipt, { invalidates: [getKeptReceipts] });
  const named = { accountNumber, Sequence: kept.Sequence };
  const isPhoto = kept.Type !== 'application/pdf';
  return (
    <>
      <AppIcon name="document" size="m" />
      <div>
        <p className="kept-receipt__title">{t('keptReceipt.title')}</p>
        <p className="kept-receipt__when">
          {t(isPhoto ? 'keptReceipt.photo' : 'keptReceipt.pdf', { date: format.dateOf(kept.AddedAt) })}
        </p>
        <div className="kept-receipt__actions">
          <Button
            tone="text"
            small
            busy={download.state === 'making'}
            // The press itself opens the window, because browsers block a window that is opened later.
            onClick={() => download.start(named, window.open('about:blank', '_blank'))}
          >
            {t('keptReceipt.show')}
          </Button>
          <Button tone="text" small busy={isBusy} onClick={onReplace}>
            {t('keptReceipt.replace')}
          </Button>
          <Button tone="text" small onClick={() => setAsking(true)}>
            {t('keptReceipt.remove')}
          </Button>
        </div>
        <DownloadNote download={download} none={t('export.none')} />
      </div>
      {isAsking ? (
        <ConfirmDialog
          title={t('keptReceipt.removeTitle')}
          action={t('keptReceipt.remove')}
          leave={ui('keepIt')}
          isDangerous
          busy={removing.isPending}
          error={removing.failure ? wordsOf(removing.failure) : undefined}
          onConfirm={() => removing.run({ body: named })}
          onCancel={() => setAsking(false)}
        >
          {t('keptReceipt.removeText')}
        </ConfirmDialog>
      ) : null}
    </>
  );
}
