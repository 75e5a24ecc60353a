import { randomUUID, sign, type KeyObject } from 'node:crypto';
import type { MessageMediaSettings } from '../../../src/outside/sms/message-media.ts';
import { givenHttpServer, type HttpCall, type HttpServer } from '../http-server.ts';
import { faultsOf } from './described.ts';
import { detailReport, sendMessages } from './message-media-described.ts';

/** Made up, as all below. */
const API_KEY = 'key of the account';
const API_SECRET = 'only for servers';
export const PROOF_KEY = Buffer.from('6d'.repeat(32), 'hex');
const OWN_SENDER = 'HARBOUR';

/** Numbers that are refused, with the words of the refusal. */
const REFUSED_NUMBERS: Readonly<Record<string, string>> = {
  '+61400000211': '/messages/0/destination_number: International address contains invalid characters.',
  '+61400000999': 'The account is in a state of its own.',
};

type Answer = ReturnType<Parameters<typeof givenHttpServer>[0]>;
type Sent = {
  readonly content: string;
  readonly destination_number: string;
  readonly source_number?: string;
  readonly source_number_type?: string;
  readonly delivery_report: boolean;
  readonly callback_url?: string;
  readonly message_expiry_timestamp: string;
  readonly metadata: Readonly<Record<string, string>>;
};

export type MessageMediaServer = HttpServer & {
  readonly settings: MessageMediaSettings;
  readonly accepted: readonly (Sent & { readonly message_id: string })[];
  /** Where calls differed from the description. */
  readonly faults: readonly string[];
};

/**
 * A server that imitates the Messages API of Sinch MessageMedia: one bad message refuses the whole call, and no key is
 * against repeats. A report has the messages whose metadata has a value, the newest last and with their texts. `fault`
 * replaces an answer, after the call was carried out.
 */
export async function givenMessageMedia(
  fault: (call: HttpCall) => Answer | undefined = () => undefined,
): Promise<MessageMediaServer> {
  const accepted: (Sent & { message_id: string })[] = [];
  const faults: string[] = [];
  const server = await givenHttpServer((call) => {
    const answer = answerTo(call, accepted, faults);
    return fault(call) ?? answer;
  });
  const signing = { proofKeys: [PROOF_KEY], publicKeys: [] } as const;
  const settings = { url: server.url, apiKey: API_KEY, apiSecret: API_SECRET, from: OWN_SENDER, signing };
  return { ...server, settings, accepted, faults };
}

type Asked = { readonly metadata_key?: string; readonly metadata_value?: string };

function reportFor(asked: Asked, accepted: readonly (Sent & { message_id: string })[], faults: string[]): Answer {
  faults.push(...faultsOf(detailReport, asked, {}));
  const messages = accepted
    .filter(({ metadata }) => metadata[asked.metadata_key ?? ''] === asked.metadata_value)
    .map(({ message_id, content, destination_number, metadata }, place) => ({
      message_id,
      format: 'SMS',
      timestamp: new Date(1_795_140_000_000 + place * 1_000).toISOString(),
      direction: 'outbound',
      status: 'submitted',
      content,
      destination_address: destination_number,
      metadata: Object.entries(metadata).map(([key, value]) => ({ key, value })),
    }));
  return json(200, { messages, pagination: { page: 0, page_size: 100, has_next: false } });
}

function answerTo(
  { url, headers, body }: HttpCall,
  accepted: (Sent & { message_id: string })[],
  faults: string[],
): Answer {
  const isReport = url === '/v2-preview/reporting/messages/detail';
  const basic = Buffer.from(`${API_KEY}:${API_SECRET}`).toString('base64');
  if (headers.authorization !== `Basic ${basic}`) return json(401, { message: 'Invalid authentication credentials' });
  if (url !== '/v1/messages' && !isReport) return json(404, { message: 'Resource not found.' });
  if (isReport) return reportFor(JSON.parse(body.toString('utf8')) as Asked, accepted, faults);
  const sent = JSON.parse(body.toString('utf8')) as { messages: [Sent] };
  faults.push(...faultsOf(sendMessages, sent, {}));
  const [message] = sent.messages;
  const refused = REFUSED_NUMBERS[message.destination_number];
  const details = [
    ...(refused === undefined ? [] : [refused]),
    ...(message.source_number === OWN_SENDER ? [] : ['/messages/0/source_number: Source address is not registered.']),
    ...(message.content.length > 5000 ? ['/messages/0/content: Content is too long.'] : []),
  ];
  if (details.length > 0) return json(400, { message: 'Request failed to parse correctly.', details });
  const kept = { ...message, message_id: randomUUID(), status: 'queued' };
  accepted.push(kept);
  return json(202, { messages: [kept] });
}

const json = (status: number, body: object): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** A delivery report as it is posted: `source_number` is the recipient, and the text of the message is in it. */
export function reportOf(
  sent: MessageMediaServer['accepted'][number],
  given: { readonly status: string; readonly error_code: string; readonly delivery_report_id?: string },
): string {
  return JSON.stringify({
    callback_url: sent.callback_url,
    delivery_report_id: '01e1fa0a-6e27-4945-9cdb-18644b4de043',
    source_number: sent.destination_number,
    date_received: '2026-11-20T02:01:00.000Z',
    delay: 0,
    submitted_date: '2026-11-20T02:01:00.000Z',
    original_text: sent.content,
    message_id: sent.message_id,
    vendor_account_id: { vendor_id: 'MessageMedia', account_id: 'Harbour' },
    metadata: sent.metadata,
    ...given,
  });
}

/** The headers of a signed callback. */
export function signatureOf(
  key: KeyObject,
  requestLine: string,
  body: string,
  digest: 'SHA-224' | 'SHA-256' | 'SHA-512',
) {
  const date = 'Fri, 20 Nov 2026 02:01:00 GMT';
  const signature = sign(digest.replace('-', '').toLowerCase(), Buffer.from(`${requestLine}${date}${body}`), key);
  return {
    date,
    'x-messagemedia-signature': signature.toString('base64'),
    'x-messagemedia-digest-type': digest,
    'x-messagemedia-cipher-type': 'RSA',
    'x-messagemedia-key-id': '7ca628a8-08b0-4e42-aeb8-960b37049c31',
  };
}
