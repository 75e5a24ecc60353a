import * as z from 'zod';
import { type HttpCall, givenHttpServer } from '../http-server.ts';

/**
 * Payment requests by Azupay, v1, in our words: https://developer.azupay.com.au/reference/searchpaymentrequest,
 * /getpaymentrequest and /refundpaymentrequest, read on 1 December 2026.
 */
const search = z.strictObject({
  PaymentRequestSearch: z.strictObject({
    fromDate: z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
    searchByDateType: z.enum(['CREATED_DESC', 'COMPLETED_DESC']),
  }),
});

export type AzupayRequest = {
  readonly PaymentRequest: Readonly<Record<string, unknown>>;
  readonly PaymentRequestStatus: Readonly<Record<string, unknown>> & { readonly paymentRequestId: string };
};

/** A payment that was made to an open PayID: a payment request below that of the PayID. */
export function paidRequest(
  given: Readonly<Record<string, unknown>> = {},
  payID = 'x7k2m9@pay.example',
): AzupayRequest {
  return {
    PaymentRequest: {
      payID,
      clientId: 'HARBOUR',
      clientTransactionId: 'account-1',
      paymentDescription: 'Harbour Mutual',
      multiPayment: true,
    },
    PaymentRequestStatus: {
      paymentRequestId: 'K+9p4EE0=',
      parentPaymentRequestId: 'P+1=',
      status: 'COMPLETE',
      settledBy: 'PayID',
      amountReceived: 101.95,
      createdDateTime: '2026-12-01T02:00:00.000Z',
      completedDatetime: '2026-12-01T02:00:03.000Z',
      nppTransactionId: 'AZUPAU2SXXXN20261201000000000000002',
      payerPaymentReference: 'Rent',
      payerPaymentDescription: 'Rent of December',
      payerInformation: { bsb: '062000', accountNumber: '12345999', fullLegalAccountName: 'Mia Wong' },
      ...given,
    },
  };
}

const json = (status: number, body: object) => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Server that imitates Azupay's payment requests. `fault` replaces an answer; `refund` is the state after one. */
export function givenAzupayRequests(
  pages: readonly (readonly AzupayRequest[])[],
  given: { readonly refund?: string; readonly fault?: (call: HttpCall) => ReturnType<typeof json> | undefined } = {},
) {
  const all = new Map(pages.flat().map((one) => [one.PaymentRequestStatus.paymentRequestId, one]));
  return givenHttpServer((call) => {
    const replaced = given.fault?.(call);
    if (replaced) return replaced;
    const url = new URL(call.url, 'http://azupay');
    if (url.pathname === '/v1/balance') return json(200, { balance: 34_934.05 });
    if (url.pathname === '/v1/paymentRequest/search') {
      if (!search.safeParse(JSON.parse(call.body.toString('utf8'))).success) return json(400, { message: 'Invalid' });
      const at = Number(url.searchParams.get('nextPageId') ?? '0');
      const next = at + 1 < pages.length ? { nextPageId: String(at + 1) } : {};
      return json(200, { ...next, recordCount: pages[at]?.length ?? 0, records: pages[at] ?? [] });
    }
    const one = all.get(url.searchParams.get('id') ?? '');
    if (!one) return json(404, { message: 'not found' });
    if (url.pathname === '/v1/paymentRequest/refund') {
      const status = given.refund ?? 'RETURN_IN_PROGRESS';
      all.set(one.PaymentRequestStatus.paymentRequestId, {
        ...one,
        PaymentRequestStatus: { ...one.PaymentRequestStatus, status },
      });
      return json(200, all.get(one.PaymentRequestStatus.paymentRequestId) ?? {});
    }
    return json(200, one);
  });
}
