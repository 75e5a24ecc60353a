import { transferReceipt } from '@wattle/contract/transfers/internal/transfer-receipt.ts';
import { useDownload } from '../../../api/download.ts';
import { UNEXPECTED } from '../../../api/send.ts';
import { useErrorTexts, useTexts } from '../../../i18n/use-texts.ts';
import { SaveButton } from '../../../ui/save-button.tsx';

type SaveReceiptProps = {
  /** The account that paid. */
  readonly accountNumber: string;
  readonly receiptNumber: string;
  /** Of the row in a list. */
  readonly sequence?: number;
};

/** Saves the receipt of a transfer as PDF. */
export function SaveReceipt({ accountNumber, receiptNumber, sequence }: SaveReceiptProps) {
  const t = useTexts('downloads');
  const wordsOfCode = useErrorTexts();
  const { state, failure, start } = useDownload(transferReceipt);
  const own = failure?.code === UNEXPECTED ? 'failed' : `failed.${failure?.code ?? ''}`;
  return (
    <SaveButton
      label={t('savePdf')}
      isBusy={state === 'making'}
      note={state === 'idle' ? '' : t(state)}
      problem={failure === null ? '' : t.has(own) ? t(own) : wordsOfCode(failure.code)}
      onPress={() => start({ accountNumber, receiptNumber, sequence })}
    />
  );
}
