import { fileReference } from '../formats/direct-entry.domain.ts';
import { directEntryText } from '../formats/fixed-width.domain.ts';

type Line = {
  readonly reference: string;
  /** Payer in the words of the bank; empty: not given. */
  readonly remitter: string | null;
  /** Our account in the trace record; null: the programme's. */
  readonly payer_account: string | null;
};
type Paid = {
  readonly member_account_id: bigint | null;
  readonly payer_account: string | null;
  readonly state: string;
  readonly reference: string;
  readonly remitter: string;
};

const nameInFile = (name: string) => directEntryText(name, 16).trim().toLowerCase();

/**
 * Payment that a line returns, from candidates with its account, amount and day, newest first: the newest one of its
 * payer. None when several payers qualify and the line does not identify one; then the desk decides.
 */
export function matchReturn<Of extends Paid>(line: Line, candidates: readonly Of[]): Of | undefined {
  const ofReference = candidates.filter(({ reference }) => fileReference(reference).trim() === line.reference);
  const of = ofReference.filter((paid) => isOfPayer(line, paid));
  // Payers of payments that were already returned count as well, since the line may be a repetition.
  if (new Set(of.map((paid) => paid.member_account_id)).size !== 1) return undefined;
  return of.find(({ state }) => state !== 'Returned');
}

/** Whether a line identifies this payer: by the traced account if it has one, otherwise by name. */
function isOfPayer({ remitter, payer_account: account }: Line, paid: Paid): boolean {
  if (account !== null) return paid.payer_account === account;
  const name = nameInFile(remitter ?? '');
  return name === '' || nameInFile(paid.remitter) === name;
}
