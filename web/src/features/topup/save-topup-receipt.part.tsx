import { topupReceipt } from '@wattle/contract/topup/topup.ts';
import { SaveDocumentButton } from '../../layout/save-document-button.tsx';

type Props = {
  /** The account that was loaded. */
  readonly accountNumber: string;
  readonly receiptNumber: string;
  /** Sequence of the row in a list. */
  readonly sequence?: number;
  readonly label?: string;
};

/** Saves the receipt of a top-up as PDF. */
export function SaveTopupReceipt({ label, ...parameters }: Props) {
  return (
    <SaveDocumentButton document={topupReceipt} parameters={parameters} {...(label === undefined ? {} : { label })} />
  );
}
