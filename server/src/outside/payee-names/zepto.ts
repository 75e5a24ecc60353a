import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { PayeeNameServiceSettings } from '../../config/outside-settings.ts';
import { callJson, parseJson } from '../http-json.ts';
import type { OutsideOutcome } from '../outcome.ts';
import type { Policy } from '../policy.ts';
import { KNOWS_US, signedInBy } from '../probe.ts';
import type { NameAnswer, NameAsked, PayeeNames } from './port.ts';
import { accountName, digitsOf, said, unanswered } from './said.ts';

/** Without a version an older one answers. */
const VERSION = '20260101';

const answer = z.object({
  data: z.object({
    outcome: z.object({
      result: z.enum(['match', 'close_match', 'no_match', 'account_closed']),
      match_name: accountName.nullish(),
    }),
    insights: z.object({ is_joint: z.boolean().nullish() }).nullish(),
    uid: z.string().nullish(),
  }),
});

const refusal = z.object({
  errors: z.array(z.object({ code: z.string().nullish() })).min(1),
  data: z.object({ uid: z.string().nullish() }).nullish(),
});

const RESULTS = { match: 'match', close_match: 'close', no_match: 'noMatch', account_closed: 'closed' } as const;

/** Limits of a day that Zepto keeps. */
const LIMITS: Readonly<Record<string, string>> = {
  ZCOPR04: 'account_no_match',
  ZCOPR05: 'requester_no_match',
  ZCOPR06: 'account',
  ZCOPR07: 'requester',
};

/** Confirmation of Payee by Zepto Validate, with the personal access token of a service user. */
export function openZepto({ url, apiKey }: PayeeNameServiceSettings, policy: Policy): PayeeNames {
  const address = new URL('/cop/account/validate', url).href;
  const headers = { Authorization: `Bearer ${apiKey}`, 'Zepto-API-Version': VERSION };

  async function ask(asked: NameAsked, number: string, signal: AbortSignal): Promise<OutsideOutcome<NameAnswer>> {
    const uid = randomUUID();
    const outcome = await callJson({
      method: 'POST',
      url: address,
      headers,
      body: {
        uid,
        account_identifier: { type: 'bban', value: `${asked.bsb}-${number}` },
        party_name: asked.name,
        requester: { id: asked.person },
      },
      answer,
      refusal: (status, text) => refusalOf(status, text, uid),
      addresses: policy.addresses,
      signal,
    });
    if (outcome.kind === 'done') return nameOf(outcome.value, uid);
    return outcome.kind === 'refused' ? answerOf(outcome.code) : unanswered(outcome);
  }

  return {
    // A question without an account is refused once the token is known, and counts for no limit of a day.
    probe: () =>
      signedInBy(
        policy.call((signal) =>
          callJson({
            method: 'POST',
            url: address,
            headers,
            body: {},
            answer,
            refusal: (status, text) =>
              status === 422 && refusal.safeParse(parseJson(text)).success ? KNOWS_US : undefined,
            addresses: policy.addresses,
            signal,
          }),
        ),
      ),
    async compare(asked) {
      const number = digitsOf(asked.accountNumber);
      return number === undefined ? said('cannotSay') : policy.call((signal) => ask(asked, number, signal));
    },
  };
}

/**
 * Code of a refusal that the body explains, in this question. A 404 of another server, or of an address that does not
 * exist, has none, and does not mean that an account is missing.
 */
function refusalOf(status: number, text: string, uid: string): string | undefined {
  if (status !== 404 && status !== 422) return undefined;
  const read = refusal.safeParse(parseJson(text));
  if (!read.success || (read.data.data?.uid ?? uid) !== uid) return undefined;
  const code = read.data.errors[0]?.code ?? undefined;
  // A request that is not as the page says has no code.
  if (code === undefined) return status === 422 ? 'invalid' : undefined;
  return (code === 'ZCOPR02') === (status === 404) ? code : undefined;
}

function answerOf(code: string): OutsideOutcome<NameAnswer> {
  if (code === 'ZCOPR02') return said('noAccount');
  if (code === 'ZCOPR00' || code === 'ZCOPR01') return said('cannotSay');
  const limit = LIMITS[code];
  if (limit !== undefined) return { kind: 'refused', code: limit, isLimit: true };
  return { kind: 'refused', code: code === 'invalid' || code === 'ZCOPR03' ? code : 'unlisted' };
}

function nameOf({ data }: z.output<typeof answer>, uid: string): OutsideOutcome<NameAnswer> {
  if ((data.uid ?? uid) !== uid) return { kind: 'unknown', code: 'other_question' };
  const { result, match_name: name } = data.outcome;
  // A name comes with a match or a close match for persons too, and with no match for a business alone.
  const isBusiness = result === 'no_match' && data.insights?.is_joint !== true;
  if (!isBusiness || !name) return said(RESULTS[result]);
  return { kind: 'done', value: { outcome: RESULTS[result], businessName: name } };
}
