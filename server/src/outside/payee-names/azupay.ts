import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { PayeeNameServiceSettings } from '../../config/outside-settings.ts';
import { callJson, parseJson } from '../http-json.ts';
import type { OutsideOutcome } from '../outcome.ts';
import type { Policy } from '../policy.ts';
import { signedInBy } from '../probe.ts';
import type { NameAnswer, NameAsked, PayeeNames } from './port.ts';
import { digitsOf, said, unanswered } from './said.ts';

const PURPOSES = { payment: 'PYMT' } as const;
const NAME_LEAST = 2;
const ACCOUNT_NUMBER = /^\d{4,12}$/;

// The name of the account is not read: nothing says whether it is that of a person.
const answer = z.object({ accountCheckResultCode: z.string(), errorReasonCode: z.string().nullish() });
const refusal = z.object({ message: z.string() });
const balance = z.object({ balance: z.number() });

/** Codes of ISO 20022 for a name. */
const RESULTS: Readonly<Record<string, NameAnswer['outcome']>> = { MTCH: 'match', CMTC: 'close', NMTC: 'noMatch' };

/**
 * Reasons why a name could not be compared: the other bank is not there, refuses, is late or has a fault; the BSB is not
 * known, the bank or the account does not take part, or the name cannot be confirmed.
 */
const REASONS: ReadonlySet<string> = new Set(['NAVL', 'RFSL', 'TIME', 'TECH', 'BSBN', 'NCOP', 'OOUT', 'CNPF']);

/** Confirmation of Payee by Azupay Account Check. */
export function openAzupay({ url, apiKey }: PayeeNameServiceSettings, policy: Policy): PayeeNames {
  const address = new URL('/v1/accountCheck', url).href;

  async function ask(asked: NameAsked, number: string, signal: AbortSignal): Promise<OutsideOutcome<NameAnswer>> {
    const outcome = await callJson({
      method: 'POST',
      url: address,
      headers: { Authorization: apiKey },
      body: {
        accountCheckId: randomUUID(),
        bsb: asked.bsb,
        accountNumber: number,
        accountName: asked.name.trim(),
        purposeCode: PURPOSES[asked.purpose],
        additionalDetails: { endUserId: asked.person, endUserSessionId: asked.session },
      },
      answer,
      refusal: (status, text) => (status === 400 && refusal.safeParse(parseJson(text)).success ? 'invalid' : undefined),
      addresses: policy.addresses,
      signal,
    });
    return outcome.kind === 'done' ? answerOf(outcome.value) : unanswered(outcome);
  }

  return {
    probe: () =>
      signedInBy(
        policy.call((signal) =>
          callJson({
            method: 'GET',
            url: new URL('/v1/balance', url).href,
            headers: { Authorization: apiKey },
            answer: balance,
            addresses: policy.addresses,
            signal,
          }),
        ),
      ),
    async compare(asked) {
      const number = digitsOf(asked.accountNumber) ?? '';
      const canBeAsked = ACCOUNT_NUMBER.test(number) && asked.name.trim().length >= NAME_LEAST;
      return canBeAsked ? policy.call((signal) => ask(asked, number, signal)) : said('cannotSay');
    },
  };
}

function answerOf({ accountCheckResultCode, errorReasonCode }: z.output<typeof answer>): OutsideOutcome<NameAnswer> {
  if (errorReasonCode === 'TMNY') return { kind: 'refused', code: 'requests', isLimit: true };
  if (errorReasonCode) return REASONS.has(errorReasonCode) ? said('cannotSay') : { kind: 'refused', code: 'unlisted' };
  const outcome = RESULTS[accountCheckResultCode];
  return outcome === undefined ? { kind: 'refused', code: 'unlisted' } : said(outcome);
}
