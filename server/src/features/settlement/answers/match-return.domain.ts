import { fileReference } from '../formats/direct-entry.domain.ts';
import { directEntryText } from '../formats/fixed-width.domain.ts';

type Line = {
  readonly reference: string;
  /** Payer, as the bank names them; empty: it does not. */
  readonly remitter: string | null;
  /** The account of ours that it comes back to; null: the programme's. */
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
 * The payment that a line returns, of those that agree in account, sum and day, the newest first: the newest of its
 * payer. None, where the line does not say which of several payers it is for: then somebody decides.
 */
export function matchReturn<Of extends Paid>(line: Line, candidates: readonly Of[]): Of | undefined {
  const ofReference = candidates.filter(({ reference }) => fileReference(reference).trim() === line.reference);
  const of = ofReference.filter((paid) => isOfPayer(line, paid));
  // What has come back before counts as a payer too: this may be the same line once more.
  if (new Set(of.map((paid) => paid.member_account_id)).size !== 1) return undefined;
  return of.find(({ state }) => state !== 'Returned');
}

/** Whether a line names this payer: by the account where it has one, else by the name. */
function isOfPayer({ remitter, payer_account: account }: Line, paid: Paid): boolean {
  if (account !== null) return paid.payer_account === account;
  const name = nameInFile(remitter ?? '');
  return name === '' || nameInFile(paid.remitter) === name;
}
