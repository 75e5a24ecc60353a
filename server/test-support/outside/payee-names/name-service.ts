import type { PayeeNameServiceSettings } from '../../../src/config/outside-settings.ts';
import { givenHttpServer, type HttpCall, type HttpServer } from '../http-server.ts';

const KEY = 'only-for-servers';

type Report = {
  readonly nameMatch: string;
  readonly accountStatus: string;
  readonly accountType: string;
  readonly accountName?: string;
};

/** Accounts of Testbank, and the response to each name. Like a careless service it also reveals names of persons. */
function reportOf({ bsb, accountNumber, name }: Readonly<Record<string, string>>): Report {
  const NOBODY = { nameMatch: 'NOAP', accountStatus: 'unknown', accountType: 'unknown' };
  if (bsb !== '000-101') return NOBODY;
  if (accountNumber === '12345678') {
    const business = { accountStatus: 'open', accountType: 'business', accountName: 'Rent Agency Pty Ltd' };
    return { ...business, nameMatch: name === 'Rent Agency' ? 'MTCH' : 'NMTC' };
  }
  if (accountNumber === '44172208') {
    const person = { accountStatus: 'open', accountType: 'person', accountName: 'Jordan A Blake-Ross' };
    return { ...person, nameMatch: name === 'Jordan Blake' ? 'CMTC' : 'NMTC' };
  }
  if (accountNumber === '900000004') return { ...NOBODY, accountStatus: 'none' };
  if (accountNumber === '900000003') return { ...NOBODY, nameMatch: 'NMTC', accountStatus: 'closed' };
  return NOBODY;
}

export type NameServer = HttpServer & { readonly settings: PayeeNameServiceSettings };
type Answer = ReturnType<Parameters<typeof givenHttpServer>[0]>;

/** Server that imitates a Confirmation of Payee service. `fault` replaces every response. */
export async function givenNameServer(fault?: () => Answer): Promise<NameServer> {
  const server = await givenHttpServer((call) => fault?.() ?? answer(call));
  return { ...server, settings: { provider: 'service', url: server.url, apiKey: KEY } };
}

function answer({ method, url, headers, body }: HttpCall): Answer {
  if (method !== 'POST' || url !== '/name-checks') return { status: 404 };
  if (headers.authorization !== `Bearer ${KEY}`) return { status: 401 };
  const asked = JSON.parse(body.toString('utf8')) as Record<string, string>;
  if (asked['accountNumber'] === undefined) return { status: 400 };
  if (asked['accountNumber'] === '88888888') return 'silence';
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(reportOf(asked)),
  };
}
