import * as z from 'zod';
import type { PayeeNameServiceSettings } from '../../config/outside-settings.ts';
import { callJson } from '../http-json.ts';
import type { OutsideOutcome } from '../outcome.ts';
import type { Policy } from '../policy.ts';
import { knownBy, signedInBy } from '../probe.ts';
import type { NameAnswer, PayeeNames } from './port.ts';
import { accountName, said, unanswered, withoutGaps } from './said.ts';

const report = z.object({
  /** Codes of ISO 20022 for a name: match, close match, no match, not available. */
  nameMatch: z.enum(['MTCH', 'CMTC', 'NMTC', 'NOAP']),
  accountStatus: z.enum(['open', 'closed', 'none', 'unknown']).default('unknown'),
  accountType: z.enum(['person', 'business', 'unknown']).default('unknown'),
  accountName: accountName.nullish(),
});

const OUTCOMES = { MTCH: 'match', CMTC: 'close', NMTC: 'noMatch', NOAP: 'cannotSay' } as const;

/**
 * Confirmation of Payee service over JSON: `POST /name-checks` with BSB, account number and typed name, which are only
 * in the body, never in a URL.
 */
export function openNameService({ url, apiKey }: PayeeNameServiceSettings, policy: Policy): PayeeNames {
  const address = `${url.replace(/\/$/, '')}/name-checks`;
  return {
    // A question without an account is refused once the key is known.
    probe: () =>
      signedInBy(
        policy.call((signal) =>
          callJson({
            method: 'POST',
            url: address,
            headers: { Authorization: `Bearer ${apiKey}` },
            body: {},
            answer: report,
            refusal: knownBy(400, 422),
            addresses: policy.addresses,
            signal,
          }),
        ),
      ),
    async compare({ bsb, accountNumber, name, person, session, purpose }) {
      return policy.call(async (signal) => {
        const outcome = await callJson({
          method: 'POST',
          url: address,
          headers: { Authorization: `Bearer ${apiKey}` },
          body: {
            bsb: bsb.replace(/^(\d{3})/, '$1-'),
            accountNumber: withoutGaps(accountNumber),
            name,
            person,
            session,
            purpose,
          },
          answer: report,
          addresses: policy.addresses,
          signal,
        });
        return outcome.kind === 'done' ? answerOf(outcome.value) : unanswered(outcome);
      });
    },
  };
}

function answerOf(given: z.output<typeof report>): OutsideOutcome<NameAnswer> {
  const { nameMatch, accountStatus, accountType } = given;
  if (accountStatus === 'closed') return said('closed');
  if (accountStatus === 'none') return said('noAccount');
  // Names of persons in the response are dropped.
  const isNamed = accountType === 'business' && (nameMatch === 'CMTC' || nameMatch === 'NMTC');
  const businessName = isNamed && given.accountName ? given.accountName : null;
  return { kind: 'done', value: { outcome: OUTCOMES[nameMatch], businessName } };
}
