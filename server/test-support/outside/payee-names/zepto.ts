import { givenHttpServer, type HttpCall } from '../http-server.ts';
import type { NameServer } from './name-service.ts';
import { zeptoRequest } from './zepto.schema.ts';

const TOKEN = 'only-for-servers';

/** Titles of the page of error codes. */
const TITLES: Readonly<Record<string, string>> = {
  ZCOPR00: 'Unable to confirm',
  ZCOPR01: 'BBAN Lookup Failed',
  ZCOPR02: 'No account found',
  ZCOPR03: 'Duplicate UID',
  ZCOPR04: 'Daily account no match limit reached',
  ZCOPR05: 'Daily requester no match limit reached',
  ZCOPR06: 'Daily account limit reached',
  ZCOPR07: 'Daily requester limit reached',
};

type Answer = ReturnType<Parameters<typeof givenHttpServer>[0]>;

/**
 * Server that imitates Zepto Validate with the accounts of Testbank: names of persons come with a close match, a
 * question is taken once, refusals say why in their body. `fault` replaces every response.
 */
export async function givenZepto(fault?: (uid: string) => Answer): Promise<NameServer> {
  const taken = new Set<string>();
  const server = await givenHttpServer((call) => {
    if (call.method !== 'POST') return { status: 404, body: '<html>Not Found</html>' };
    const { uid } = JSON.parse(call.body.toString('utf8')) as { uid: string };
    return fault?.(uid) ?? answer(call, taken);
  });
  return { ...server, settings: { provider: 'zepto', url: server.url, apiKey: TOKEN } };
}

const json = (status: number, body: object): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** A refusal as the service writes it. */
export function zeptoRefuses(status: number, code: string | undefined, uid?: string): Answer {
  const title = code === undefined ? 'Validation Failed' : (TITLES[code] ?? code);
  const retryable = code !== undefined && code >= 'ZCOPR04';
  const error = code === undefined ? { title, detail: title } : { code, title, detail: title, retryable };
  return json(status, { errors: [error], ...(uid !== undefined && { data: { uid } }) });
}

function answer({ method, url, headers, body }: HttpCall, taken: Set<string>): Answer {
  if (method !== 'POST' || url !== '/cop/account/validate') return { status: 404, body: '<html>Not Found</html>' };
  if (headers.authorization !== `Bearer ${TOKEN}`) return zeptoRefuses(401, undefined);
  const read = zeptoRequest.safeParse(JSON.parse(body.toString('utf8')));
  if (!read.success) return zeptoRefuses(422, undefined);
  const { uid, account_identifier: account, party_name: name } = read.data;
  if (taken.has(uid)) return zeptoRefuses(422, 'ZCOPR03');
  taken.add(uid);
  const [bsb, number] = [account.value.slice(0, 6), account.value.slice(6).replace('-', '')];
  if (number === '88888888') return 'silence';
  if (bsb !== '000101') return zeptoRefuses(422, 'ZCOPR01');
  if (number === '900000004') return zeptoRefuses(404, 'ZCOPR02', uid);
  const says = (result: string, found?: string) =>
    json(200, {
      data: {
        outcome: {
          result,
          ...(found !== undefined && { match_name: found, message: `The account is in the name of ${found}` }),
        },
        ...(found !== undefined && { insights: { is_joint: false, suggested_payment_channels: ['npp.sct', 'de.dc'] } }),
        uid,
      },
    });
  if (number === '900000003') return says('account_closed');
  if (number === '12345678') return says(name === 'Rent Agency' ? 'match' : 'no_match', 'Rent Agency Pty Ltd');
  if (number !== '44172208') return zeptoRefuses(422, 'ZCOPR00');
  return name === 'Jordan Blake' ? says('close_match', 'Jordan A Blake-Ross') : says('no_match');
}
