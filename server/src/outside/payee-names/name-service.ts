import * as z from 'zod';
import type { PayeeNameServiceSettings } from '../../config/outside-settings.ts';
import { callJson } from '../http-json.ts';
import type { OutsideOutcome } from '../outcome.ts';
import type { Policy } from '../policy.ts';
import type { NameAnswer, PayeeNames } from './port.ts';

/** Maximum length of a displayed account name. */
const NAME_MOST = 140;

const report = z.object({
  /** Codes of ISO 20022 for a name: match, close match, no match, not available. */
  nameMatch: z.enum(['MTCH', 'CMTC', 'NMTC', 'NOAP']),
  accountStatus: z.enum(['open', 'closed', 'unknown']).default('unknown'),
  accountType: z.enum(['person', 'business', 'unknown']).default('unknown'),
  accountName: z.string().max(NAME_MOST).nullish(),
});

const OUTCOMES = { MTCH: 'match', CMTC: 'close', NMTC: 'noMatch', NOAP: 'cannotSay' } as const;

/**
 * Confirmation of Payee service over JSON: `POST /name-checks` with BSB, account number and typed name, which are only
 * in the body, never in a URL.
 */
export function openNameService({ url, apiKey }: PayeeNameServiceSettings, policy: Policy): PayeeNames {
  const address = `${url.replace(/\/$/, '')}/name-checks`;
  return {
    async compare({ bsb, accountNumber, name }) {
      const outcome = await policy.call((signal) =>
        callJson({
          method: 'POST',
          url: address,
          headers: { Authorization: `Bearer ${apiKey}` },
          body: { bsb: bsb.replace(/^(\d{3})/, '$1-'), accountNumber, name },
          answer: report,
          addresses: policy.addresses,
          signal,
        }),
      );
      return answerOf(outcome);
    },
  };
}

function answerOf(outcome: OutsideOutcome<z.output<typeof report>>): OutsideOutcome<NameAnswer> {
  if (outcome.kind !== 'done') return outcome;
  const { nameMatch, accountStatus, accountType, accountName } = outcome.value;
  if (accountStatus === 'closed') return { kind: 'done', value: { outcome: 'closed', businessName: null } };
  // Names of persons in the response are dropped.
  const isNamed = accountType === 'business' && (nameMatch === 'CMTC' || nameMatch === 'NMTC');
  const businessName = isNamed && accountName ? accountName : null;
  return { kind: 'done', value: { outcome: OUTCOMES[nameMatch], businessName } };
}
