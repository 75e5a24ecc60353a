import * as z from 'zod';
import type { ZeptoBankSettings } from '../../config/instant-settings.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { callJson, parseJson } from '../http-json.ts';
import type { OutsideOutcome } from '../outcome.ts';
import { plainAscii } from '../plain-ascii.ts';
import type { CalledPayment, SettledByBank } from '../payment-calls/port.ts';
import type { Policy } from '../policy.ts';
import { signedInBy } from '../probe.ts';
import { type InstantBank, unknownToBank } from './port.ts';

/** Without a version an older one answers. */
const VERSION = '20260101';

/** Our key in the data that Zepto keeps with a payment and with each of its transactions. */
const KEY = 'wattle_key';

const contact = z.object({ data: z.object({ id: z.uuid() }) });
const made = z.object({ data: z.object({ ref: z.string() }) });
const float = z.object({ data: z.object({ account_type: z.literal('float_account'), status: z.literal('active') }) });
const refusal = z.object({ errors: z.union([z.string(), z.array(z.unknown())]) });

const transaction = z.object({
  ref: z.string(),
  type: z.enum(['credit', 'debit']),
  category: z.string(),
  status: z.string(),
  bank_ref: z.string().nullish(),
  failure: z.object({ code: z.string() }).nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
});
type Transaction = z.output<typeof transaction>;
const page = z.object({ data: z.array(transaction) });

const PER_PAGE = 100;
/** More transactions than this around one call are not read: the payment stays in doubt. */
const PAGES_MOST = 20;
const MINUTE_MS = 60_000;
/** A transaction is looked for around the time of its call: clocks differ, and a call may lie for a while. */
const BEFORE_MS = 5 * MINUTE_MS;
const AFTER_MS = 15 * MINUTE_MS;

const FAILED: ReadonlySet<string> = new Set(['rejected', 'returned', 'voided']);

/** Zepto's failures of instant credits, and of an empty float, as reasons of the network. */
const REASONS: Readonly<Record<string, string>> = {
  E301: 'AB08',
  E302: 'AGNT',
  E303: 'AC14',
  E304: 'AC03',
  E305: 'AB08',
  E306: 'AC04',
  E307: 'AB08',
  E308: 'AC06',
  E152: 'AM04',
};

/**
 * Instant payments by Zepto, from one float, with the personal access token of a service user. Zepto pays contacts: one
 * is made for each payment, which pays nothing, so a contact whose answer is lost leaves the payment unsent. It keeps
 * an idempotency key for a day alone, so a payment is asked about by our key among the transactions of that time. Which
 * BSBs it reaches it does not say: each is tried, and a refusal of the way goes by file.
 *
 * @param clock security clock
 */
export function openZeptoBank(settings: ZeptoBankSettings, clock: Clock, policy: Policy): InstantBank {
  const { url, apiKey, floatId, payeeEmail } = settings;
  const asks = <T>(
    path: string,
    answer: z.ZodType<T>,
    sent?: { readonly body: object; readonly headers?: Readonly<Record<string, string>> },
  ) =>
    policy.call((signal) =>
      callJson({
        method: sent ? 'POST' : 'GET',
        url: new URL(path, url).href,
        headers: { Authorization: `Bearer ${apiKey}`, 'Zepto-API-Version': VERSION, ...sent?.headers },
        ...(sent && { body: sent.body }),
        answer,
        refusal: refusalOf,
        addresses: policy.addresses,
        signal,
      }),
    );

  /** All transactions of both parties between two moments: unknown if they are too many. */
  async function between(from: number, to: number): Promise<OutsideOutcome<readonly Transaction[]>> {
    const found: Transaction[] = [];
    for (let number = 1; number <= PAGES_MOST; number += 1) {
      const query = new URLSearchParams({
        both_parties: 'true',
        min_created_date: new Date(from).toISOString(),
        max_created_date: new Date(to).toISOString(),
        per_page: String(PER_PAGE),
        page: String(number),
      });
      const outcome = await asks(`/transactions?${query}`, page);
      if (outcome.kind !== 'done') return outcome;
      found.push(...outcome.value.data);
      if (outcome.value.data.length < PER_PAGE) return { kind: 'done', value: found };
    }
    return { kind: 'unknown', code: 'too_many' };
  }

  return {
    probe: () => signedInBy(asks(`/bank_accounts/${floatId}`, float)),

    async reachOf() {
      return { kind: 'done', value: { isInstant: true, takesPayTo: false } };
    },

    async pay(payment) {
      const payee = await asks('/contacts/anyone', contact, { body: contactOf(payment, payeeEmail) });
      if (payee.kind === 'unknown') return { kind: 'unsent', code: payee.code };
      if (payee.kind !== 'done') return payee;
      const outcome = await asks('/payments', made, {
        body: paymentOf(payment, { floatId, contactId: payee.value.data.id, at: clock.now() }),
        headers: { 'Idempotency-Key': payment.key },
      });
      return outcome.kind === 'done' ? { kind: 'pending' } : outcome;
    },

    async stateOf(key, agoMs) {
      const calledAt = clock.now() - agoMs;
      const outcome = await between(calledAt - BEFORE_MS, calledAt + AFTER_MS);
      if (outcome.kind === 'refused') return { kind: 'unknown', code: outcome.code };
      if (outcome.kind !== 'done') return outcome;
      const own = outcome.value.filter(({ metadata }) => metadata?.[KEY] === key);
      return own.length === 0 ? unknownToBank(agoMs) : outcomeOf(own);
    },
  };
}

const contactOf = ({ bsb, accountNumber, name }: CalledPayment, email: string) => ({
  name: plainAscii(name),
  email,
  branch_code: bsb,
  account_number: accountNumber,
});

function paymentOf(
  { key, amount, reference, remitter }: CalledPayment,
  { floatId, contactId, at }: { readonly floatId: string; readonly contactId: string; readonly at: number },
) {
  const metadata = { [KEY]: key };
  return {
    description: key,
    matures_at: new Date(at).toISOString(),
    your_bank_account_id: floatId,
    channels: ['new_payments_platform'],
    payouts: [
      {
        amount: Number(amount),
        // The payee sees no other name of the payer.
        description: plainAscii(`${reference} from ${remitter}`),
        recipient_contact_id: contactId,
        end_to_end_id: key,
        metadata,
      },
    ],
    metadata,
  };
}

/** The credit of the payee says what became of a payment: its debit clears as soon as the float has paid. */
function outcomeOf(own: readonly Transaction[]): OutsideOutcome<SettledByBank> {
  const [credit, ...others] = own.filter(({ type, category }) => type === 'credit' && category === 'payout');
  if (others.length > 0) return { kind: 'unknown', code: 'found_twice' };
  if (credit?.status === 'cleared') return { kind: 'done', value: { bankId: credit.bank_ref ?? credit.ref } };
  const failed = credit && FAILED.has(credit.status) ? credit : own.find(({ status }) => FAILED.has(status));
  return failed ? { kind: 'refused', code: REASONS[failed.failure?.code ?? ''] ?? 'NARR' } : { kind: 'pending' };
}

/** Code of a request that Zepto does not take. What another server in between answers says nothing. */
const refusalOf = (status: number, text: string): string | undefined =>
  status === 400 && refusal.safeParse(parseJson(text)).success ? 'invalid' : undefined;
