import { createHash, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { toCents } from '../../platform/money.ts';
import type { OutsideOutcome } from '../outcome.ts';
import type { SettledByBank } from '../payment-calls/port.ts';
import { type IncomingMoney, type InstantIncoming, type InstantReturn, type SentBack, unknownToBank } from './port.ts';

const dollars = z.number().positive().transform(toCents);
const instant = z.iso.datetime({ offset: true }).transform((at) => Date.parse(at));

/** A payment request: the PayID of an account, or below it one payment that was made to it. */
const request = z.object({
  PaymentRequest: z.object({ payID: z.string().nullish() }),
  PaymentRequestStatus: z.object({
    paymentRequestId: z.string(),
    status: z.enum(['WAITING', 'EXPIRED', 'COMPLETE', 'RETURN_IN_PROGRESS', 'RETURN_COMPLETE', 'RETURN_FAILED']),
    settledBy: z.string().nullish(),
    completedDatetime: instant.nullish(),
    amountReceived: dollars.nullish(),
    nppTransactionId: z.string().nullish(),
    payerPaymentReference: z.string().nullish(),
    payerPaymentDescription: z.string().nullish(),
    payerInformation: z
      .object({
        bsb: z.string().nullish(),
        accountNumber: z.string().nullish(),
        fullLegalAccountName: z.string().nullish(),
      })
      .nullish(),
    virtualBsb: z.string().nullish(),
    virtualAccountNumber: z.string().nullish(),
    failureReason: z.string().nullish(),
    refundInformation: z
      .object({ requests: z.array(z.object({ nppTransactionId: z.string().nullish() })).nullish() })
      .nullish(),
  }),
});
type Request = z.output<typeof request>;

const RECEIVED: ReadonlySet<string> = new Set(['COMPLETE', 'RETURN_IN_PROGRESS', 'RETURN_COMPLETE', 'RETURN_FAILED']);
const GONE: ReadonlySet<string> = new Set(['RETURN_IN_PROGRESS', 'RETURN_COMPLETE']);

/** A payment that is received has its amount, its moment and where it went; without one of them no page is believed. */
const received = request.transform((one, context): InstantIncoming | undefined => {
  const { PaymentRequest: asked, PaymentRequestStatus: is } = one;
  if (!RECEIVED.has(is.status) || is.settledBy === 'PayTo') return undefined;
  const { completedDatetime: settledAt, amountReceived: amount, payerInformation: payer } = is;
  const to = asked.payID
    ? { payId: asked.payID.toLowerCase() }
    : is.virtualBsb && is.virtualAccountNumber && { bsb: is.virtualBsb, accountNumber: is.virtualAccountNumber };
  if (!settledAt || !amount || !to) {
    context.addIssue({ code: 'custom', message: 'a payment without its amount, moment or account' });
    return z.NEVER;
  }
  return {
    networkId: is.nppTransactionId ?? is.paymentRequestId,
    bankId: is.paymentRequestId,
    amount,
    settledAt,
    to,
    from: payer?.bsb && payer.accountNumber ? { bsb: payer.bsb, accountNumber: payer.accountNumber } : null,
    payer: payer?.fullLegalAccountName ?? '',
    reference: is.payerPaymentReference ?? is.payerPaymentDescription ?? '',
    wentBack: GONE.has(is.status),
  };
});

const page = z.object({ nextPageId: z.string().nullish(), records: z.array(received) });
const balance = z.object({ balance: z.number().transform(toCents) });

/** A reason of ISO 20022. */
const REASON = /^[A-Z]{2}[A-Z0-9]{2}$/;

/** A payment of ours. A part of one that comes back is not among what the provider says, so it is the whole. */
const made = z.object({
  Payment: z.object({ paymentAmount: z.string().regex(/^\d+\.\d{2}$/) }),
  PaymentStatus: z.object({
    paymentId: z.string(),
    status: z.string(),
    nppTransactionId: z.string().nullish(),
    returnedReason: z.string().nullish(),
  }),
});
const madePage = z.object({ nextPageId: z.string().nullish(), records: z.array(made) });

function returnOf({ Payment, PaymentStatus: is }: z.output<typeof made>): InstantReturn | undefined {
  if (is.status !== 'RETURNED') return undefined;
  const networkId = is.nppTransactionId ?? is.paymentId;
  const code = is.returnedReason && REASON.test(is.returnedReason) ? is.returnedReason : 'NARR';
  return { returnId: `${networkId}R`, networkId, amount: BigInt(Payment.paymentAmount.replace('.', '')), code };
}

/** One call of the provider. */
type Asks = <T>(
  path: string,
  body: object | undefined,
  answer: z.ZodType<T>,
  refused: (code: number, text: string) => string | undefined,
) => Promise<OutsideOutcome<T>>;

type Page<T> = { readonly nextPageId?: string | null | undefined; readonly records: T[] };

type Parts = {
  readonly asks: Asks;
  readonly refusalOf: (code: number, text: string) => string | undefined;
  /** Value of the header Authorization of its notices. Absent: none is believed. */
  readonly noticeKey: string | undefined;
};

/** Answers of that many pages are a fault of the search, not payments of an hour. */
const PAGES_MOST = 200;

/** Incoming payments by Azupay: each is a payment request below the one of its account. */
export function openAzupayIncoming({ asks, refusalOf, noticeKey }: Parts): IncomingMoney {
  const find = (bankId: string) =>
    asks(`/v1/paymentRequest?id=${encodeURIComponent(bankId)}`, undefined, request, () => undefined);

  async function allPages<T>(path: string, asked: object, answer: z.ZodType<Page<T>>): Promise<OutsideOutcome<T[]>> {
    const all: T[] = [];
    let next = '';
    for (let pages = 0; pages < PAGES_MOST; pages += 1) {
      const at = `${path}${next && `?nextPageId=${encodeURIComponent(next)}`}`;
      const outcome = await asks(at, asked, answer, () => undefined);
      if (outcome.kind !== 'done') return outcome;
      all.push(...outcome.value.records);
      next = outcome.value.nextPageId ?? '';
      if (next === '') return { kind: 'done', value: all };
    }
    return { kind: 'unknown', code: 'too_many_pages' };
  }

  return {
    async movements(sinceMs) {
      const asked = { fromDate: new Date(sinceMs).toISOString(), searchByDateType: 'COMPLETED_DESC' };
      const read = await allPages('/v1/paymentRequest/search', { PaymentRequestSearch: asked }, page);
      if (read.kind !== 'done') return read;
      const held = await asks('/v1/balance', undefined, balance, () => undefined);
      if (held.kind !== 'done') return held;
      const incoming = read.value.filter((one) => one !== undefined);
      return { kind: 'done', value: { incoming, balance: held.value.balance } };
    },

    async returned(madeSinceMs) {
      const asked = { fromDate: new Date(madeSinceMs).toISOString() };
      const read = await allPages('/v1/payment/search', { PaymentSearch: asked }, madePage);
      if (read.kind !== 'done') return read;
      return { kind: 'done', value: read.value.flatMap((one) => returnOf(one) ?? []) };
    },

    // It has no key that makes a second call harmless, so it is asked first.
    async sendBack({ key, bankId }) {
      const before = await find(bankId);
      if (before.kind !== 'done') return before.kind === 'unknown' ? { kind: 'unsent', code: before.code } : before;
      if (before.value.PaymentRequestStatus.status !== 'COMPLETE') return backOf(before.value);
      const path = `/v1/paymentRequest/refund?id=${encodeURIComponent(bankId)}&clientRefundID=${key}`;
      const outcome = await asks(path, {}, request, refusalOf);
      return outcome.kind === 'done' ? backOf(outcome.value) : outcome;
    },

    async sentBack({ bankId }: SentBack, agoMs) {
      const outcome = await find(bankId);
      if (outcome.kind !== 'done') return outcome;
      return outcome.value.PaymentRequestStatus.status === 'COMPLETE' ? unknownToBank(agoMs) : backOf(outcome.value);
    },

    isFromBank({ authorization }) {
      if (noticeKey === undefined || typeof authorization !== 'string') return false;
      return timingSafeEqual(digestOf(noticeKey), digestOf(authorization));
    },
  };
}

const digestOf = (text: string) => createHash('sha256').update(text).digest();

function backOf({ PaymentRequestStatus: is }: Request): OutsideOutcome<SettledByBank> {
  if (is.status === 'RETURN_COMPLETE') {
    const bankId = is.refundInformation?.requests?.at(-1)?.nppTransactionId ?? is.paymentRequestId;
    return { kind: 'done', value: { bankId } };
  }
  if (is.status === 'RETURN_FAILED')
    return { kind: 'refused', code: is.failureReason && REASON.test(is.failureReason) ? is.failureReason : 'NARR' };
  if (is.status === 'COMPLETE' || is.status === 'RETURN_IN_PROGRESS') return { kind: 'pending' };
  return { kind: 'refused', code: 'NOOR' };
}
