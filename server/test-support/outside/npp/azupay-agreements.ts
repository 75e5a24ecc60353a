import type { AzupayBankSettings } from '../../../src/config/instant-settings.ts';
import { givenHttpServer, type HttpCall, type HttpServer } from '../http-server.ts';
import {
  azupayAgreement,
  azupayAgreementSearch,
  azupayInitiation,
  azupayInitiationSearch,
} from './azupay-agreements.schema.ts';

const KEY = 'SECRonly-for-servers';
type Answer = ReturnType<Parameters<typeof givenHttpServer>[0]>;
type Status = Readonly<Record<string, unknown>>;

const CREATED = '2026-12-01T02:00:00.000Z';
const json = (status: number, body: object): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Answers of the server about every agreement and debit. `fault` replaces an answer. */
export type AzupayAgreementsGiven = {
  agreement: Status;
  initiation: Status;
  isBehind?: boolean;
  fault?: (call: HttpCall) => Answer | undefined;
};

/** Server that imitates Azupay's agreements by its published schemas. */
export async function givenAzupayAgreements(
  given: AzupayAgreementsGiven,
): Promise<HttpServer & { readonly settings: AzupayBankSettings }> {
  const agreements = new Map<string, object>();
  const initiations = new Map<string, object>();
  const agreementStatus = () => ({
    PaymentAgreementStatus: { paymentAgreementId: 'K+9p4EE/0r=', createdDatetime: CREATED, ...given.agreement },
  });
  const initiationStatus = () => ({
    PaymentInitiationStatus: { paymentInitiationId: 'pi-1', createdDatetime: CREATED, ...given.initiation },
  });
  const invalid = json(400, { message: 'An invalid request body was supplied' });
  const found = (known: ReadonlyMap<string, object>, key: string, status: object) => {
    const one = given.isBehind ? undefined : known.get(key);
    const records = one ? [{ ...one, ...status }] : [];
    return json(200, { nextPageId: '', recordCount: records.length, records });
  };
  const answers: Readonly<Record<string, (sent: unknown) => Answer>> = {
    '/v1/paymentAgreement': (sent) => {
      const read = azupayAgreement.safeParse(sent);
      if (!read.success) return invalid;
      agreements.set(read.data.PaymentAgreement.contractId, read.data);
      return json(201, { ...read.data, ...agreementStatus() });
    },
    '/v1/paymentAgreement/search': (sent) => {
      const read = azupayAgreementSearch.safeParse(sent);
      return read.success ? found(agreements, read.data.PaymentAgreementSearch.contractId, agreementStatus()) : invalid;
    },
    '/v1/paymentInitiation': (sent) => {
      const read = azupayInitiation.safeParse(sent);
      if (!read.success) return invalid;
      initiations.set(read.data.PaymentInitiation.clientTransactionId, read.data);
      return json(201, { ...read.data, ...initiationStatus() });
    },
    '/v1/paymentInitiation/search': (sent) => {
      const read = azupayInitiationSearch.safeParse(sent);
      if (!read.success) return invalid;
      return found(initiations, read.data.PaymentInitiationSearch.clientTransactionId, initiationStatus());
    },
    '/v1/paymentAgreement/changeStatus': () => json(201, agreementStatus()),
  };
  const server = await givenHttpServer((call) => {
    const replaced = given.fault?.(call);
    if (replaced !== undefined) return replaced;
    if (call.headers.authorization !== KEY) return json(401, { message: 'Unauthorized' });
    const answer = answers[new URL(call.url, 'http://azupay.example').pathname];
    if (call.method !== 'POST' || !answer) return { status: 404, body: '<html>Not Found</html>' };
    const text = call.body.toString('utf8');
    return answer(text === '' ? undefined : JSON.parse(text));
  });
  return {
    ...server,
    settings: { provider: 'azupay', url: server.url, apiKey: KEY, clientId: 'CLIENT1', noticeKey: undefined },
  };
}
