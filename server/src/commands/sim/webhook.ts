import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isSignedWebhook, webhookKey } from '../../outside/standard-webhooks.ts';
import { checked, parsedArgs, UsageError } from './command.ts';

export const WEBHOOK_HELP = `A receiver of webhooks on this machine, for a server in the sandbox. It verifies and prints what comes.

  npm run desk -- add-webhook --name Try --url http://127.0.0.1:4480/ --events all --reason "trying it out"
  npm run sim -- webhook --secret whsec_…      (the secret that who approves is shown)

  --secret SECRET     twice for a former one that signs too
  --port NUMBER       4480 unless given
  --answer STATUS     answers this status to all: 500, 410, 429
  --retry-after TEXT  seconds, with --answer 429
  --slow MS           answers so late
  --count NUMBER      ends after so many; without it, Ctrl+C ends it`;

const OPTIONS = {
  secret: { type: 'string', multiple: true },
  port: { type: 'string' },
  answer: { type: 'string' },
  'retry-after': { type: 'string' },
  slow: { type: 'string' },
  count: { type: 'string' },
} as const;

const PORT = 4480;
const PORT_MOST = 65_535;
const BODY_MOST_BYTES = 20_000;
/** Ids that are remembered, so that a repeat is called one. */
const REMEMBERED = 10_000;

type Receiver = {
  readonly keys: readonly Uint8Array[];
  readonly port: number;
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly slowMs: number;
  readonly count: number;
};

function readReceiver(argv: readonly string[]): Receiver {
  const { values } = parsedArgs({ args: [...argv], options: OPTIONS });
  const keys = (values.secret ?? []).map((secret) => {
    const key = webhookKey(secret);
    if (!key) throw new UsageError('--secret takes a secret as the desk shows it: whsec_ and base64.');
    return key;
  });
  if (keys.length === 0) throw new UsageError('--secret takes the secret of the endpoint.');
  const number = (name: 'port' | 'answer' | 'slow' | 'count', pattern: RegExp, takes: string, usual: number) =>
    Number(checked(name, values[name], pattern, takes) ?? usual);
  const port = number('port', /^\d{1,5}$/, 'a port', PORT);
  if (port > PORT_MOST) throw new UsageError('--port takes a port, up to 65535.');
  return {
    keys,
    port,
    status: number('answer', /^[2-5]\d\d$/, 'an HTTP status', 204),
    retryAfter: checked('retry-after', values['retry-after'], /^[\w ,:]{1,40}$/, 'seconds'),
    slowMs: number('slow', /^\d{1,6}$/, 'milliseconds', 0),
    count: number('count', /^[1-9]\d{0,5}$/, 'a number', Number.POSITIVE_INFINITY),
  };
}

/** Listens, verifies and prints one JSON line for each delivery, until it has got as many as it should. */
export async function receiveWebhooks(
  argv: readonly string[],
  { say, now }: { readonly say: (line: string) => void; readonly now: () => number },
): Promise<void> {
  const { keys, port, status, retryAfter, slowMs, count } = readReceiver(argv);
  const known = new Set<string>();
  let received = 0;
  await new Promise<void>((ended, failed) => {
    const server = createServer(async (request, response) => {
      const body = await readAll(request).catch(() => undefined);
      const isSigned = body !== undefined && isSignedWebhook(keys, request.headers, body, now());
      say(JSON.stringify(lineOf(request.headers, body, isSigned, known)));
      // What is not signed is answered as a receiver has to.
      const answered = isSigned ? status : 401;
      setTimeout(() => {
        response.writeHead(answered, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end();
        received += 1;
        if (received >= count) server.close(() => ended());
      }, slowMs);
    });
    server.on('error', failed);
    server.listen(port, '127.0.0.1', () => {
      say(`Listening at http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    });
  });
}

/** Undefined: longer than any delivery. Throws where the request is cut. */
async function readAll(request: AsyncIterable<unknown>): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    chunks.push(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    if (bytes > BODY_MOST_BYTES) return undefined;
  }
  return Buffer.concat(chunks);
}

function lineOf(headers: IncomingHttpHeaders, body: Buffer | undefined, isSigned: boolean, known: Set<string>) {
  const id = String(headers['webhook-id']);
  if (!isSigned) return { verified: false, id };
  const isRepeat = known.has(id);
  known.add(id);
  const [oldest] = known;
  if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
  return { verified: true, id, repeat: isRepeat, body: JSON.parse(String(body)) as unknown };
}
