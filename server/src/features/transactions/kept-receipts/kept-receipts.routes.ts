import { err, ok } from '@wattle/contract/errors.ts';
import { SENT_FILE_MAXIMUM } from '@wattle/contract/sent-file.ts';
import {
  getKeptReceipts,
  keepReceipt,
  keptReceiptFile,
  RECEIPT_BYTES_MAXIMUM,
  RECEIPTS_MAXIMUM,
  removeReceipt,
} from '@wattle/contract/transactions/receipts.ts';
import { documentKind } from '../../../http/document.ts';
import { handle, handleRead, type Route } from '../../../http/handle.ts';
import { toInstant } from '../../../platform/database/database.ts';
import { EXTENSION_OF, keptFileOf } from '../../../platform/text/sent-file.domain.ts';
import { findOwnAccount } from '../transaction.store.ts';
import {
  deleteKeptReceipt,
  type KeptReceiptRow,
  listKeptReceipts,
  lockKept,
  readKeptReceipt,
  saveKeptReceipt,
} from './kept-receipt.store.ts';

const viewOf = ({ seq, name, type, size, at }: KeptReceiptRow) => ({
  Sequence: Number(seq),
  Name: name,
  Type: type,
  Size: size,
  AddedAt: toInstant(at),
});

/** Receipts that people keep with their transactions. */
export const keptReceiptRoutes: readonly Route[] = [
  handleRead(getKeptReceipts, async ({ body, session, tx, ctx }) => {
    const account = await findOwnAccount(tx, session, body.accountNumber, ctx.clocks);
    if (!account) return err('invalid_card_details', 'accountNumber');
    const rows = await listKeptReceipts(tx, session, account.ledger_account_id);
    return ok({ Receipts: rows.map(viewOf) });
  }),

  handle(
    keepReceipt,
    async ({ body, session, tx, ctx }) => {
      const account = await findOwnAccount(tx, session, body.accountNumber, ctx.clocks);
      if (!account) return err('invalid_card_details', 'accountNumber');
      const seq = BigInt(body.Sequence);
      if (seq > account.version) return err('not_found', 'Sequence');
      const file = keptFileOf(body.Content);
      if (!file) return err('file_refused');
      const used = await lockKept(tx, session, account.ledger_account_id, seq);
      const isFull =
        used.count >= BigInt(RECEIPTS_MAXIMUM) ||
        used.bytes + BigInt(file.body.byteLength) > BigInt(RECEIPT_BYTES_MAXIMUM);
      if (isFull) return err('receipts_full');
      const at = ctx.clocks.business.now();
      await saveKeptReceipt(tx, session, account.ledger_account_id, { seq, name: body.Name, ...file, at });
      const kept = await readKeptReceipt(tx, session, account.ledger_account_id, seq);
      if (!kept) throw new Error('a receipt that was kept is not there');
      return ok(viewOf(kept));
    },
    { bodyLimit: SENT_FILE_MAXIMUM },
  ),

  handle(removeReceipt, async ({ body, session, tx, ctx }) => {
    const account = await findOwnAccount(tx, session, body.accountNumber, ctx.clocks);
    if (!account) return err('invalid_card_details', 'accountNumber');
    await deleteKeptReceipt(tx, session, account.ledger_account_id, BigInt(body.Sequence));
    return ok({ IsSuccessful: true as const });
  }),
];

/** The stored bytes of a receipt. */
export const keptReceiptDocument = documentKind(keptReceiptFile, {
  async find({ parameters, session, tx, ctx }) {
    const account = await findOwnAccount(tx, session, parameters.accountNumber, ctx.clocks);
    if (!account) return err('invalid_card_details', 'accountNumber');
    const kept = await readKeptReceipt(tx, session, account.ledger_account_id, BigInt(parameters.Sequence));
    return kept ? ok(kept) : err('not_found', 'Sequence');
  },
  make: ({ type, seq, body }) => ({
    fileName: `receipt-${seq}.${EXTENSION_OF[type]}`,
    contentType: type,
    isShown: true,
    body: once(body),
  }),
});

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}
