import type { Tx } from '../../../platform/database/database.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';
import { openText } from '../../../platform/secrets/typed-card-numbers.ts';
import type { AnswerLine } from './bank-answer.store.ts';

/** Direct entry payment that a return may belong to. */
export type Candidate = {
  readonly transfer_id: bigint;
  /** Paying account; null: a deposit that was sent back, which has none. */
  readonly member_account_id: bigint | null;
  readonly payer_account: string | null;
  readonly state: 'Made' | 'Sent' | 'Settled' | 'Returned';
  readonly reference: string;
  readonly remitter: string;
  readonly value_date: string;
  readonly file_name: string;
  readonly file_state: string;
};

/** Longest time between a payment and the file that returns it. */
const WINDOW_DAYS = 21;

// The window is shorter than a month, so a day of the month is unique within it. A file with an attempt to send it may
// be at the bank, even if the success was not recorded.
const CANDIDATES = `
SELECT p.transfer_id, p.member_account_id, a.account_number AS payer_account, p.state, p.reference, p.remitter,
       f.value_date::text, f.name AS file_name, f.state AS file_state
  FROM payment_out p
  JOIN bank_file_line l ON l.tenant_id = p.tenant_id AND l.transfer_id = p.transfer_id AND NOT l.is_void
  JOIN bank_file f ON f.tenant_id = l.tenant_id AND f.id = l.bank_file_id
  LEFT JOIN member_account a ON a.tenant_id = p.tenant_id AND a.id = p.member_account_id
 WHERE p.tenant_id = $1 AND p.method = ANY ($7::text[]) AND p.bsb = $2 AND p.account_number = $3 AND p.amount = $4
   AND f.value_date BETWEEN $5::date - ${WINDOW_DAYS} AND $5::date AND ($6::int IS NULL OR extract(day FROM f.value_date) = $6)
   AND (p.state <> 'Made' OR f.tried_at IS NOT NULL)
 ORDER BY p.transfer_id DESC`;

export type Returning = Pick<AnswerLine, 'bsb' | 'account_number' | 'cents' | 'file_day' | 'day'>;

/** Payments to the account of a line with its amount, and its day if it has one, newest first. */
export async function listCandidates(
  tx: Tx,
  secrets: Secrets,
  tenantId: number,
  methods: readonly string[],
  line: Returning,
): Promise<Candidate[]> {
  const asked = [tenantId, line.bsb, line.account_number, line.cents, line.file_day, line.day, methods];
  const rows = await tx.query<Candidate>(CANDIDATES, asked);
  return rows.map((row) => ({ ...row, reference: openText(secrets, row.reference) }));
}
