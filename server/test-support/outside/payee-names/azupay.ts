import { givenHttpServer, type HttpCall } from '../http-server.ts';
import { azupayRequest } from './azupay.schema.ts';
import type { NameServer } from './name-service.ts';

const KEY = 'SECRonly-for-servers';

type Answer = ReturnType<Parameters<typeof givenHttpServer>[0]>;

/**
 * Server that imitates Azupay Account Check with the accounts of Testbank. It shows the name of every account, and
 * answers 200 where no name could be compared. `fault` replaces every response.
 */
export async function givenAzupay(fault?: () => Answer): Promise<NameServer> {
  const server = await givenHttpServer((call) => fault?.() ?? answer(call));
  return { ...server, settings: { provider: 'azupay', url: server.url, apiKey: KEY } };
}

const json = (status: number, body: object): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** A name that could not be compared, with its reason. */
export function azupayCannot(errorReasonCode: string): Answer {
  const retryAdvice = ['NAVL', 'RFSL', 'TMNY', 'TIME', 'TECH'].includes(errorReasonCode);
  return json(200, {
    accountCheckResultCode: 'NOAP',
    accountCheckResult: 'Not Applicable',
    errorReasonCode,
    errorReasonDescription: errorReasonCode,
    retryAdvice,
  });
}

function answer({ method, url, headers, body }: HttpCall): Answer {
  if (method === 'GET' && url === '/v1/balance') {
    return headers.authorization === KEY ? json(200, { balance: 34_934 }) : json(401, { message: 'Unauthorized' });
  }
  if (method !== 'POST' || url !== '/v1/accountCheck') return { status: 404, body: '<html>Not Found</html>' };
  if (headers.authorization !== KEY) return json(401, { message: 'Unauthorized' });
  const read = azupayRequest.safeParse(JSON.parse(body.toString('utf8')));
  if (!read.success) {
    const details = { failureCode: 'VALIDATION', failureReason: 'A field is not as it should be' };
    return json(400, { message: 'Invalid request', details });
  }
  const { bsb, accountNumber, accountName } = read.data;
  if (accountNumber === '88888888') return 'silence';
  if (bsb !== '000101') return azupayCannot('BSBN');
  const says = (accountCheckResultCode: string, accountCheckResult: string, displayAccountName: string) =>
    json(200, { accountCheckResultCode, accountCheckResult, displayAccountName });
  if (accountNumber === '12345678') {
    return accountName === 'Rent Agency'
      ? says('MTCH', 'Match', 'Rent Agency Pty Ltd')
      : says('NMTC', 'No Match', 'Rent Agency Pty Ltd');
  }
  if (accountNumber !== '44172208') return azupayCannot('CNPF');
  return accountName === 'Jordan Blake'
    ? says('CMTC', 'Close Match', 'Jordan A Blake-Ross')
    : says('NMTC', 'No Match', 'Jordan A Blake-Ross');
}
