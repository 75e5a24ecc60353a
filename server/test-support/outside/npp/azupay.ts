import type { AzupayBankSettings } from '../../../src/config/instant-settings.ts';
import { givenHttpServer, type HttpCall, type HttpServer } from '../http-server.ts';
import { azupayEnquiry, azupayPayId, azupayPayment, azupaySearch } from './azupay.schema.ts';

const KEY = 'SECRonly-for-servers';
type Answer = ReturnType<Parameters<typeof givenHttpServer>[0]>;
type Known = { readonly Payment: object; readonly accountNumber: string };

/** Account numbers and a PayID of the provider's own test cases. */
export const AZUPAY_TEST = {
  settled: '12345999',
  delayed: '12345888',
  returned: '12345444',
  failed: '12345678',
  payId: 'engineering@azupay.com.au',
} as const;

const json = (status: number, body: object): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const failure = (status: number, failureCode: string) =>
  json(status, { message: 'Invalid request', details: { failureCode, failureReason: failureCode } });

/**
 * Server that imitates Azupay, by its published schemas and test cases. `fault` replaces an answer; `isBehind` keeps what
 * was sent from its search, as an index that has not caught up.
 */
export async function givenAzupayBank(
  given: { readonly fault?: (call: HttpCall) => Answer | undefined; readonly isBehind?: boolean } = {},
): Promise<HttpServer & { readonly settings: AzupayBankSettings }> {
  const known = new Map<string, Known>();
  const statusOf = (clientPaymentId: string, { accountNumber }: Known) => {
    const base = { paymentId: `az-${clientPaymentId}`, createdDatetime: '2026-12-01T02:00:00.000Z' };
    const npp = { nppTransactionId: 'AZUPAU2SXXXN20261201000000000000001' };
    if (accountNumber === AZUPAY_TEST.delayed) return { ...base, status: 'PENDING' };
    if (accountNumber === AZUPAY_TEST.failed) return { ...base, status: 'FAILED', failureReason: 'AC03' };
    if (accountNumber === AZUPAY_TEST.returned) return { ...base, ...npp, status: 'RETURNED', returnedReason: 'AG01' };
    return { ...base, ...npp, status: 'SETTLED' };
  };
  const pay = (body: unknown): Answer => {
    const read = azupayPayment.safeParse(body);
    if (!read.success) return failure(400, 'VALIDATION');
    const { Payment } = read.data;
    if (known.has(Payment.clientPaymentId)) return json(409, { message: 'Duplicated payment' });
    const one = { Payment, accountNumber: 'accountNumber' in Payment ? Payment.accountNumber : AZUPAY_TEST.settled };
    known.set(Payment.clientPaymentId, one);
    return json(201, { PaymentStatus: { ...statusOf(Payment.clientPaymentId, one), status: 'CREATED' } });
  };
  const search = (body: unknown): Answer => {
    const read = azupaySearch.safeParse(body);
    if (!read.success) return failure(400, 'VALIDATION');
    const id = read.data.PaymentSearch.clientPaymentId;
    const one = given.isBehind ? undefined : known.get(id);
    const records = one ? [{ Payment: one.Payment, PaymentStatus: statusOf(id, one) }] : [];
    return json(200, { recordCount: records.length, records });
  };
  const enquire = (body: unknown): Answer => {
    const read = azupayEnquiry.safeParse(body);
    if (!read.success) return failure(400, 'VALIDATION');
    const { bsb } = read.data;
    if (bsb === '939200' || bsb === '000000') return json(404, { message: 'Account Not Found' });
    const services = { accountServices: ['x2p1', 'sct'] };
    return json(200, { AccountStatus: { nppReachable: true, paytoReachable: bsb !== '939301', ...services } });
  };
  const enquirePayId = (body: unknown): Answer => {
    const read = azupayPayId.safeParse(body);
    if (!read.success) return failure(400, 'VALIDATION');
    if (read.data.payID !== AZUPAY_TEST.payId) return json(404, { message: 'Account Not Found' });
    return json(200, { AccountStatus: { nppReachable: true, paytoReachable: true, aliasName: 'Edward Engineer' } });
  };
  const server = await givenHttpServer((call) => {
    const replaced = given.fault?.(call);
    if (replaced !== undefined) return replaced;
    const { method, url, headers, body } = call;
    if (headers.authorization !== KEY) return json(401, { message: 'Unauthorized' });
    if (method === 'GET' && url === '/v1/balance') return json(200, { balance: 34_934 });
    const sent: unknown = JSON.parse(body.toString('utf8'));
    if (method === 'POST' && url === '/v1/payment') return pay(sent);
    if (method === 'POST' && url === '/v1/payment/search') return search(sent);
    if (method === 'POST' && url === '/v1/accountEnquiry') return enquire(sent);
    if (method === 'POST' && url === '/v1/payIDEnquiry') return enquirePayId(sent);
    return { status: 404, body: '<html>Not Found</html>' };
  });
  return { ...server, settings: { provider: 'azupay', url: server.url, apiKey: KEY, noticeKey: undefined } };
}
