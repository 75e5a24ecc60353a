import { createHmac } from 'node:crypto';
import type { TwilioSettings } from '../../../src/outside/sms/twilio.ts';
import { givenHttpServer, type HttpCall, type HttpServer } from '../http-server.ts';
import { type Described, faultsOf, type Schemas } from './described.ts';
import spec from './twilio-messages.openapi.json' with { type: 'json' };

/** Made up, as all below. */
export const ACCOUNT = `AC${'12ab'.repeat(8)}`;
const KEY_SID = `SK${'34cd'.repeat(8)}`;
const KEY_SECRET = 'only for servers';
export const AUTH_TOKEN = 'token of the account';
const OWN_SENDER = 'HARBOUR';

const PATH = '/2010-04-01/Accounts/{AccountSid}/Messages.json';
const operations = spec.paths[PATH];
const schemas = spec.components.schemas as unknown as Schemas;
const form = operations.post.requestBody.content['application/x-www-form-urlencoded'].schema as Described;
const message = schemas['api.v2010.account.message'] ?? {};

/** Numbers of which each call is refused, with the code of the refusal. Everything is answered with 400. */
export const REFUSED_NUMBERS: Readonly<Record<string, number>> = {
  '+61400000211': 21211,
  '+61400000214': 21614,
  '+61400000235': 21635,
  '+61400000210': 21610,
  '+61400000208': 21408,
  '+61400000212': 21612,
  '+61400000203': 21703,
  '+61400000999': 21999,
};

type Answer = ReturnType<Parameters<typeof givenHttpServer>[0]>;
type Fields = Readonly<Record<string, string>>;
type Kept = { readonly sid: string; readonly fields: Fields; readonly madeAt: number; status: string };

export type TwilioServer = HttpServer & {
  readonly settings: TwilioSettings;
  /** Messages that it accepted, also where its answer was lost. */
  readonly accepted: readonly Kept[];
  /** Where calls differed from the description that Twilio publishes. */
  readonly faults: readonly string[];
};

/**
 * A server that imitates the messages of Twilio's REST API, with its traps: 400 for nearly every refusal, no key against
 * repeats, numbers of messages that it has erased listed with XXXX. `fault` replaces an answer, after the call was
 * carried out.
 */
export async function givenTwilio(
  fault: (call: HttpCall) => Answer | undefined = () => undefined,
): Promise<TwilioServer> {
  const accepted: Kept[] = [];
  const faults: string[] = [];
  const server = await givenHttpServer((call) => {
    const answer = answerTo(call, accepted, faults);
    return fault(call) ?? answer;
  });
  const signing = { authTokens: [AUTH_TOKEN], sharedKeys: [] };
  const account = { accountSid: ACCOUNT, keySid: KEY_SID, keySecret: KEY_SECRET };
  const settings = { url: server.url, ...account, from: OWN_SENDER, redaction: 'text', signing } as const;
  return { ...server, settings, accepted, faults };
}

function answerTo({ method, url, headers, body }: HttpCall, accepted: Kept[], faults: string[]): Answer {
  const { pathname, searchParams } = new URL(url, 'http://twilio.example');
  if (pathname !== PATH.replace('{AccountSid}', ACCOUNT)) return refused(404, 20404);
  const basic = Buffer.from(`${KEY_SID}:${KEY_SECRET}`).toString('base64');
  if (headers.authorization !== `Basic ${basic}`) return refused(401, 20003);
  if (method === 'GET') return listed(searchParams, accepted, faults);
  const fields = Object.fromEntries(new URLSearchParams(body.toString('utf8')));
  if (headers['content-type'] !== 'application/x-www-form-urlencoded') faults.push('is no form');
  faults.push(...faultsOf(form, fields, schemas));
  const { To: to = '', From: from, Body: text = '', ValidityPeriod: period = '1' } = fields;
  if (Number(period) < 1 || Number(period) > 36_000) faults.push('/ValidityPeriod: is out of range');
  const code = REFUSED_NUMBERS[to];
  if (code !== undefined) return refused(400, code);
  if (from !== undefined && from !== OWN_SENDER) return refused(400, 21606);
  if (text.length > 1600) return refused(400, 21617);
  const sid = `SM${String(accepted.length + 1).padStart(32, '0')}`;
  const kept = { sid, fields, madeAt: Date.now(), status: 'queued' };
  accepted.push(kept);
  return json(201, shown(kept, faults));
}

/** The newest first, of one number. What was erased is not found by its number. */
function listed(query: URLSearchParams, accepted: readonly Kept[], faults: string[]): Answer {
  const known = operations.get.parameters.map(({ name }) => name);
  faults.push(...[...query.keys()].filter((name) => !known.includes(name)).map((name) => `?${name}: is not described`));
  const found = accepted.filter(
    ({ fields }) => fields['To'] === (query.get('To') ?? fields['To']) && fields['AddressRetention'] !== 'obfuscate',
  );
  const messages = found.map((kept) => shown(kept, faults)).toReversed();
  return json(200, { messages: messages.slice(0, Number(query.get('PageSize') ?? 50)), page: 0 });
}

function shown({ sid, fields, madeAt, status }: Kept, faults: string[]): object {
  const resource = {
    account_sid: ACCOUNT,
    api_version: '2010-04-01',
    body: fields['ContentRetention'] === 'discard' ? '' : fields['Body'],
    date_created: new Date(madeAt).toUTCString().replace('GMT', '+0000'),
    date_sent: null,
    direction: 'outbound-api',
    error_code: null,
    error_message: null,
    from: fields['From'] ?? null,
    messaging_service_sid: fields['MessagingServiceSid'] ?? null,
    num_segments: '1',
    price: null,
    sid,
    status,
    to: fields['To'],
  };
  faults.push(...faultsOf(message, resource, schemas, 'answer'));
  return resource;
}

const json = (status: number, body: object): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const refused = (status: number, code: number): Answer =>
  json(status, { code, message: 'in words', more_info: `https://www.twilio.com/docs/errors/${code}`, status });

/** A receipt as Twilio posts it. */
export function receiptOf(
  callback: string,
  fields: Fields,
  { token = AUTH_TOKEN, algorithm = 'sha1' }: { readonly token?: string; readonly algorithm?: 'sha1' | 'sha256' } = {},
): { readonly url: string; readonly headers: Readonly<Record<string, string>>; readonly rawBody: Uint8Array } {
  const sorted = Object.keys(fields).toSorted();
  const signed = callback + sorted.map((name) => `${name}${fields[name]}`).join('');
  const signature = createHmac(algorithm, token).update(signed).digest('base64');
  const settings = { 'x-twilio-webhooks-signature-settings': 'key=WK01,algorithm=HMAC_SHA256' };
  return {
    url: callback,
    headers: {
      'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
      'x-twilio-signature': signature,
      ...(algorithm === 'sha256' ? settings : {}),
    },
    rawBody: Buffer.from(new URLSearchParams(fields).toString()),
  };
}
