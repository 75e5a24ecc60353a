import { compareNames } from '../../platform/text/compare-names.domain.ts';
import type { OutsideOutcome } from '../outcome.ts';
import type { Policy } from '../policy.ts';
import { CANNOT_SAY, type NameAnswer, type PayeeNames } from './port.ts';
import { withoutGaps } from './said.ts';

const BSB = '000101';
const SILENT = '88888888';
const CLOSED = '900000003';
const NONE = '900000004';
const KNOWN: Readonly<Record<string, { readonly name: string; readonly isBusiness: boolean }>> = {
  '12345678': { name: 'Rent Agency Pty Ltd', isBusiness: true },
  '44172208': { name: 'Jordan A Blake-Ross', isBusiness: false },
};

/** Knows the accounts of Testbank. */
export function openSandboxNames(policy: Policy): PayeeNames {
  return {
    compare: ({ bsb, accountNumber: typed, name }) =>
      policy.call(async (signal): Promise<OutsideOutcome<NameAnswer>> => {
        const accountNumber = withoutGaps(typed);
        if (bsb === BSB && accountNumber === SILENT) await silence(signal);
        return { kind: 'done', value: bsb === BSB ? answerTo(accountNumber, name) : CANNOT_SAY };
      }),
  };
}

function answerTo(accountNumber: string, typed: string): NameAnswer {
  if (accountNumber === CLOSED) return { outcome: 'closed', businessName: null };
  if (accountNumber === NONE) return { outcome: 'noAccount', businessName: null };
  const known = KNOWN[accountNumber];
  if (!known) return CANNOT_SAY;
  const outcome = compareNames(typed, known.name);
  return { outcome, businessName: known.isBusiness && outcome !== 'match' ? known.name : null };
}

/** Never resolves, until the call is aborted. */
function silence(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('it never answers')), { once: true });
  });
}
