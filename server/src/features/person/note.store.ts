import type { Tx } from '../../platform/database/database.ts';

type NewNote = {
  readonly tenantId: number;
  readonly holderId: bigint;
  readonly staffId: bigint;
  /** The masked detail that was shown; null: a note. */
  readonly detail: string | null;
  readonly text: string;
  /** Security time. */
  readonly nowMs: number;
};

/** Adds a note of staff about a person, and returns its number. */
export async function addNote(tx: Tx, note: NewNote): Promise<bigint> {
  const row = await tx.first<{ id: bigint }>(
    `INSERT INTO staff_note (tenant_id, holder_id, staff_id, kind, detail, text, at)
     VALUES ($1, $2, $3, CASE WHEN $4::text IS NULL THEN 'note' ELSE 'reveal' END, $4, $5, $6) RETURNING id`,
    [note.tenantId, note.holderId, note.staffId, note.detail, note.text, new Date(note.nowMs)],
  );
  if (!row) throw new Error('an INSERT answers its row');
  return row.id;
}

export type NoteRow = { readonly id: bigint; readonly at: string; readonly by: string; readonly text: string };

const NOTES = `
SELECT n.id, n.at, s.full_name AS by, n.text FROM staff_note n
  JOIN staff s ON s.tenant_id = n.tenant_id AND s.id = n.staff_id
 WHERE n.tenant_id = $1 AND n.holder_id = $2 AND n.kind = 'note' ORDER BY n.id DESC LIMIT $3`;

export function listNotes(tx: Tx, tenantId: number, holderId: bigint, limit: number): Promise<NoteRow[]> {
  return tx.query(NOTES, [tenantId, holderId, limit]);
}

export type Care = { readonly isInHardship: boolean; readonly wantsLargePrint: boolean; readonly otherContact: string };

type SavedCare = Care & Pick<NewNote, 'tenantId' | 'holderId' | 'staffId' | 'nowMs'>;

export async function saveCare(tx: Tx, care: SavedCare): Promise<void> {
  await tx.run(
    `INSERT INTO customer_care (tenant_id, holder_id, is_in_hardship, wants_large_print, other_contact, staff_id, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (tenant_id, holder_id) DO UPDATE
       SET is_in_hardship = excluded.is_in_hardship, wants_large_print = excluded.wants_large_print,
           other_contact = excluded.other_contact, staff_id = excluded.staff_id, at = excluded.at`,
    [
      care.tenantId,
      care.holderId,
      care.isInHardship,
      care.wantsLargePrint,
      care.otherContact,
      care.staffId,
      new Date(care.nowMs),
    ],
  );
}

/** False: there was no such note. */
export async function deleteCare(tx: Tx, tenantId: number, holderId: bigint): Promise<boolean> {
  return (await tx.run('DELETE FROM customer_care WHERE tenant_id = $1 AND holder_id = $2', [tenantId, holderId])) > 0;
}
