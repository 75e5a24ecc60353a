import type { Session } from '../../../http/handle.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { maskWords } from '../../../platform/secrets/typed-card-numbers.ts';

export type NoteRow = { readonly seq: bigint; readonly words: string };

const LIST = `
SELECT seq, words FROM transaction_note
WHERE tenant_id = $1 AND ledger_account_id = $2 AND holder_id = $3 ORDER BY seq DESC LIMIT $4`;
const LISTED = 1_000;
/** Bound on the notes that one search reads. No one writes so many. */
const SEARCHED = 10_000;

/** A person's notes on the rows of an account, newest rows first. */
export function listNotes(tx: Tx, { tenantId, holderId }: Session, ledgerAccountId: bigint): Promise<NoteRow[]> {
  return tx.query(LIST, [tenantId, ledgerAccountId, holderId, LISTED]);
}

/** The notes that a search reads. */
export function notesToSearch(tx: Tx, { tenantId, holderId }: Session, ledgerAccountId: bigint): Promise<NoteRow[]> {
  return tx.query(LIST, [tenantId, ledgerAccountId, holderId, SEARCHED]);
}

const SAVE = `
INSERT INTO transaction_note (tenant_id, ledger_account_id, holder_id, seq, words) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (ledger_account_id, holder_id, seq) DO UPDATE SET words = excluded.words`;
const REMOVE = `
DELETE FROM transaction_note WHERE tenant_id = $1 AND ledger_account_id = $2 AND holder_id = $3 AND seq = $4`;

/** Empty text deletes the note. */
export async function saveNote(
  tx: Tx,
  { tenantId, holderId }: Session,
  ledgerAccountId: bigint,
  { seq, words }: NoteRow,
): Promise<void> {
  const place = [tenantId, ledgerAccountId, holderId, seq];
  if (words === '') await tx.run(REMOVE, place);
  else await tx.run(SAVE, [...place, maskWords(words)]);
}
