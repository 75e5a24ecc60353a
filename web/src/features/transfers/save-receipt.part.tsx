import { transferReceipt } from '@wattle/contract/transfers/receipt.ts';
import { SaveDocumentButton } from '../../layout/save-document-button.tsx';

type SaveReceiptProps = {
  /** The account that paid. */
  readonly accountNumber: string;
  readonly receiptNumber: string;
  /** Sequence of the row in a list. */
  readonly sequence?: number;
};

/** Saves the receipt of a transfer as PDF. */
export function SaveReceipt(parameters: SaveReceiptProps) {
  return <SaveDocumentButton document={transferReceipt} parameters={parameters} />;
}
