import { err, ok } from '@wattle/contract/errors.ts';
import { getTransactionNotes } from '@wattle/contract/transactions/notes/get-notes.ts';
import { saveTransactionNote } from '@wattle/contract/transactions/notes/save-note.ts';
import { handle, handleRead } from '../../../http/handle.ts';
import { findOwnAccount } from '../transaction.store.ts';
import { listNotes, saveNote } from './note.store.ts';

export const getTransactionNotesRoute = handleRead(getTransactionNotes, async ({ body, session, tx }) => {
  const account = await findOwnAccount(tx, session, body.accountNumber);
  if (!account) return err('invalid_card_details', 'accountNumber');
  const notes = await listNotes(tx, session, account.ledger_account_id);
  return ok({ Notes: notes.map(({ seq, words }) => ({ Sequence: Number(seq), Note: words })) });
});

export const saveTransactionNoteRoute = handle(saveTransactionNote, async ({ body, session, tx }) => {
  const account = await findOwnAccount(tx, session, body.accountNumber);
  if (!account) return err('invalid_card_details', 'accountNumber');
  const seq = BigInt(body.Sequence);
  if (seq > account.version) return err('not_found', 'Sequence');
  await saveNote(tx, session, account.ledger_account_id, { seq, words: body.Note });
  return ok({ IsSuccessful: true as const });
});
