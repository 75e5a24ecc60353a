import * as z from 'zod';
import type { AzupayBankSettings } from '../../config/instant-settings.ts';
import { dollarsOf } from '../../platform/money.ts';
import { callJson, parseJson } from '../http-json.ts';
import type { OutsideOutcome } from '../outcome.ts';
import { plainAscii } from '../plain-ascii.ts';
import type { CalledPayment, SettledByBank } from '../payment-calls/port.ts';
import type { Policy } from '../policy.ts';
import { signedInBy } from '../probe.ts';
import { openAzupayIncoming } from './azupay-incoming.ts';
import type { PayId } from './pay-id.ts';
import { type InstantBank, type Reach, unknownToBank } from './port.ts';

const status = z.object({
  PaymentStatus: z.object({
    paymentId: z.string(),
    status: z.enum(['CREATED', 'PENDING', 'SETTLED', 'FAILED', 'RETURNED']),
    failureReason: z.string().nullish(),
    nppTransactionId: z.string().nullish(),
  }),
});
type Status = z.output<typeof status>['PaymentStatus'];

const found = z.object({
  records: z.array(status.extend({ Payment: z.object({ clientPaymentId: z.string() }) })),
});
const reach = z.object({ AccountStatus: z.object({ nppReachable: z.boolean(), paytoReachable: z.boolean() }) });
const payIdStatus = z.object({ AccountStatus: z.object({ nppReachable: z.boolean(), aliasName: z.string().min(1) }) });
const balance = z.object({ balance: z.number() });
const refusal = z.object({
  message: z.string(),
  details: z.object({ failureCode: z.string() }).nullish(),
});

/** A reason of ISO 20022. */
const REASON = /^[A-Z]{2}[A-Z0-9]{2}$/;
const DESCRIPTION_LEAST = 5;
const REFERENCE_MOST = 35;
/** Longer PayIDs cannot be asked for. */
const PAY_ID_MOST = 140;

const PAY_ID_TYPES: Readonly<Record<PayId['kind'], string>> = {
  phone: 'PHONE',
  email: 'EMAIL',
  business: 'ABN',
  organisation: 'ORG',
};
const payIdOf = ({ kind, value }: PayId) => ({ payID: value, payIDType: PAY_ID_TYPES[kind] });

/**
 * Instant payments by Azupay. A payment is known by our key, its clientPaymentId: a key that comes again is answered
 * with 409, which says nothing about the payment, so it is asked about like a lost answer. A payment that Azupay itself
 * sends by direct entry is pending until it is settled.
 */
export function openAzupayBank(
  { url, apiKey, noticeKey }: AzupayBankSettings,
  policy: Policy,
  lookUps: Policy = policy,
): InstantBank {
  const headers = { Authorization: apiKey };
  const at = (path: string) => new URL(path, url).href;
  const asks = <T>(
    path: string,
    body: object | undefined,
    answer: z.ZodType<T>,
    refused: typeof refusalOf,
    by = policy,
  ) =>
    by.call((signal) =>
      callJson({
        method: body ? 'POST' : 'GET',
        url: at(path),
        headers,
        ...(body && { body }),
        answer,
        refusal: refused,
        addresses: by.addresses,
        signal,
      }),
    );

  return {
    incoming: openAzupayIncoming({ asks, refusalOf, noticeKey }),

    probe: () => signedInBy(asks('/v1/balance', undefined, balance, () => undefined)),

    async reachOf(bsb) {
      const outcome = await asks('/v1/accountEnquiry', { bsb }, reach, (code, text) =>
        code === 404 && isTheirs(text) ? 'unknown_bsb' : undefined,
      );
      if (outcome.kind !== 'done') return outcome;
      const { nppReachable: isInstant, paytoReachable: takesPayTo } = outcome.value.AccountStatus;
      return { kind: 'done', value: { isInstant, takesPayTo } satisfies Reach };
    },

    // It names no account: it pays the PayID itself, so a change of the account shows in the name alone.
    async resolve(payId) {
      if (payId.value.length > PAY_ID_MOST) return { kind: 'refused', code: 'unknown_pay_id' };
      const outcome = await asks(
        '/v1/payIDEnquiry',
        payIdOf(payId),
        payIdStatus,
        (code, text) => (code === 404 && isTheirs(text) ? 'unknown_pay_id' : undefined),
        lookUps,
      );
      if (outcome.kind !== 'done') return outcome;
      const { nppReachable, aliasName: name } = outcome.value.AccountStatus;
      return nppReachable
        ? { kind: 'done', value: { name, account: null, bank: null } }
        : { kind: 'refused', code: 'not_reachable' };
    },

    async pay(payment) {
      const outcome = await asks('/v1/payment', { Payment: bodyOf(payment) }, status, refusalOf);
      return outcome.kind === 'done' ? outcomeOf(outcome.value.PaymentStatus) : outcome;
    },

    async stateOf(key, agoMs) {
      const outcome = await asks(
        '/v1/payment/search',
        { PaymentSearch: { clientPaymentId: key } },
        found,
        () => undefined,
      );
      if (outcome.kind !== 'done') return outcome;
      const own = outcome.value.records.filter(({ Payment }) => Payment.clientPaymentId === key);
      const [first, ...others] = own;
      if (others.length > 0) return { kind: 'unknown', code: 'found_twice' };
      return first ? outcomeOf(first.PaymentStatus) : unknownToBank(agoMs);
    },
  };
}

function bodyOf({ key, bsb, accountNumber, payId, name, amount, remitter, reference }: CalledPayment) {
  const payer = plainAscii(remitter)
    .replaceAll(/[^A-Za-z0-9\-_ ]/g, ' ')
    .trim();
  const description = reference.length >= DESCRIPTION_LEAST ? reference : `${reference} from ${remitter}`;
  return {
    clientPaymentId: key,
    payeeName: plainAscii(name),
    ...(payId && bsb === '' ? payIdOf(payId) : { bsb, accountNumber }),
    paymentAmount: dollarsOf(amount),
    paymentDescription: description,
    paymentReference: reference.slice(0, REFERENCE_MOST).trim(),
    ...(payer !== '' && { ultimatePayerName: payer }),
  };
}

/** A payment that came back later was settled first: the money that is returned is another movement. */
function outcomeOf({ status: is, paymentId, failureReason, nppTransactionId }: Status): OutsideOutcome<SettledByBank> {
  if (is === 'SETTLED' || is === 'RETURNED') return { kind: 'done', value: { bankId: nppTransactionId ?? paymentId } };
  if (is === 'FAILED')
    return { kind: 'refused', code: failureReason && REASON.test(failureReason) ? failureReason : 'NARR' };
  return { kind: 'pending' };
}

const isTheirs = (text: string): boolean => refusal.safeParse(parseJson(text)).success;

/** Code of a payment that was refused before it was made. What another server in between answers says nothing. */
function refusalOf(code: number, text: string): string | undefined {
  const read = refusal.safeParse(parseJson(text));
  if (code !== 400 || !read.success) return undefined;
  const reason = read.data.details?.failureCode ?? '';
  // The request or the float of the programme: nothing that its payer can do.
  return REASON.test(reason) ? reason : 'invalid';
}
