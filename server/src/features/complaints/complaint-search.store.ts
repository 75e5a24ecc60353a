import type { ComplaintState, ComplaintSubject } from '@wattle/contract/complaints/complaint.ts';
import type { Tx } from '../../platform/database/database.ts';
import { fullNameIn } from '../../platform/text/full-name.ts';

export type FoundComplaint = {
  readonly reference: string;
  readonly holder_id: bigint | null;
  /** Name of the holder, else as given. */
  readonly person: string;
  readonly subject: ComplaintSubject;
  readonly state: ComplaintState;
  /** timestamptz as text. */
  readonly opened_at: string;
};

/** Criteria of a search for complaints. Names and contacts are in small letters. */
export type ComplaintSearch = {
  readonly reference?: string;
  /** Beginnings of one or two names of a person without an account. */
  readonly words?: readonly [string, string?];
  /** Contacts of a person without an account, in the forms in which they may be kept. */
  readonly contacts?: readonly string[];
};

const FOUND = `
SELECT c.reference, c.holder_id, coalesce(${fullNameIn('h')}, c.name) AS person, c.subject, c.state, c.opened_at
  FROM complaint c LEFT JOIN holder h ON h.tenant_id = c.tenant_id AND h.id = c.holder_id
 WHERE c.tenant_id = $1`;

const BY_REFERENCE = `${FOUND} AND c.reference = $2`;

const OF_VISITORS = `
${FOUND} AND c.id IN (SELECT id FROM complaints_of_visitors($2, $3, $4::text[], $5)) ORDER BY c.opened_at DESC, c.id`;

/** The complaint of a reference, or those of people without an account, who are found in no other way. */
export function searchComplaints(
  tx: Tx,
  { tenantId, limit }: { readonly tenantId: number; readonly limit: number },
  { reference, words, contacts = [] }: ComplaintSearch,
): Promise<FoundComplaint[]> {
  if (reference !== undefined) return tx.query(BY_REFERENCE, [tenantId, reference]);
  return tx.query(OF_VISITORS, [tenantId, words?.[0] ?? null, words?.[1] ?? null, contacts, limit]);
}
