import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { CalledAddresses } from '../../outside/called-addresses.ts';
import { faultCode } from '../../outside/http-fault.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { failed, type Finding, look, passed } from './finding.ts';
import { whyNot } from './why-not.ts';

/** A certificate that ends sooner is named. */
const SOON_DAYS = 21;
const DAY_MS = 86_400_000;

/** A host whose certificate is looked at. `isOurs`: a page of ours, which need not be reachable from this machine. */
export type Peer = {
  readonly host: string;
  readonly port: number;
  readonly isMail: boolean;
  readonly isOurs: boolean;
};

const PORTS: Readonly<Record<string, number>> = { 'https:': 443, 'smtps:': 465, 'smtp:': 587 };

/** Peers with a certificate among URLs, each host and port once. */
export function peersOf(urls: readonly (string | undefined)[], isOurs: boolean): Peer[] {
  const peers = urls.flatMap((text): Peer[] => {
    const url = URL.parse(text ?? '');
    const port = url ? PORTS[url.protocol] : undefined;
    if (!url || port === undefined) return [];
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    return [{ host, port: Number(url.port) || port, isMail: url.protocol === 'smtp:', isOurs }];
  });
  return [...new Map(peers.map((peer) => [`${peer.host}:${peer.port}`, peer])).values()];
}

/** Looks at the certificate of each peer at the same time. Nothing is sent but what opens a connection. */
export async function checkPeers(
  peers: readonly Peer[],
  addresses: CalledAddresses,
  clock: Clock,
  limitMs: number,
): Promise<readonly Finding[]> {
  return Promise.all(
    peers.map(async (peer): Promise<Finding> => {
      const { host, port, isOurs } = peer;
      const about = `Certificate of ${host}:${port}`;
      const bad = isOurs ? look : failed;
      try {
        const shown = await certificateOf(peer, addresses, AbortSignal.timeout(limitMs));
        if (!shown) return passed(about, 'it has none: the connection is not encrypted');
        if (shown.fault !== undefined) return bad(about, whyNot(shown.fault, 'its address'));
        return endOf(about, shown.endsMs, clock);
      } catch (error) {
        const code = (error as { readonly name?: unknown }).name === 'TimeoutError' ? 'timeout' : faultCode(error);
        return bad(about, whyNot(code, 'its address'));
      }
    }),
  );
}

/** A certificate of a file or a peer by its end. */
export function endOf(about: string, endsMs: number, clock: Clock): Finding {
  const days = Math.floor((endsMs - clock.now()) / DAY_MS);
  const day = new Date(endsMs).toISOString().slice(0, 10);
  if (days < 0) return failed(about, `it ended on ${day}. Renew it`);
  if (days <= SOON_DAYS) return look(about, `it ends in ${days} days, on ${day}. Renew it`);
  return passed(about, `good until ${day}`);
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;

/** Certificates of files that the environment names: of issuers (NODE_EXTRA_CA_CERTS), and of URLs of databases. */
export async function checkFiles(files: ReadonlyMap<string, string>, clock: Clock): Promise<readonly Finding[]> {
  const found = [...files].map(async ([file, from]): Promise<readonly Finding[]> => {
    const about = `Certificates of ${from}`;
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text === undefined) return [failed(about, 'the file cannot be read. Check its name and its owner')];
    try {
      const ends = (text.match(CERTIFICATE) ?? []).map((pem) => new X509Certificate(pem).validToDate.getTime());
      return ends.length === 0
        ? [failed(about, 'the file holds no certificate. Check its name')]
        : // Issuers are kept after their end: a file of them is of use while one of them is.
          [endOf(about, Math.max(...ends), clock)];
    } catch {
      return [failed(about, 'the file holds a certificate that cannot be read. Write it again')];
    }
  });
  return (await Promise.all(found)).flat();
}

type Shown = { readonly endsMs: number; readonly fault: string | undefined };

/** Certificate that a peer shows, and why it is not trusted. Undefined: a mail server that does not encrypt. */
async function certificateOf(
  { host, port, isMail }: Peer,
  addresses: CalledAddresses,
  signal: AbortSignal,
): Promise<Shown | undefined> {
  const plain = await addresses.connect(host, port, signal);
  try {
    if (isMail && !(await startTls(plain, signal))) return undefined;
    return await new Promise<Shown>((shown, refused) => {
      const name = isIP(host) ? {} : { servername: host };
      // Only looked at: what is wrong with it is said, and nothing is sent over the connection.
      const socket = connectTls({ socket: plain, host, ...name, rejectUnauthorized: false });
      const giveUp = () => refused(signal.reason as Error);
      signal.addEventListener('abort', giveUp, { once: true });
      socket.once('error', refused);
      socket.once('secureConnect', () => {
        const endsMs = Date.parse(socket.getPeerCertificate().valid_to);
        const fault = socket.authorizationError as Error | string | null | undefined;
        shown({ endsMs, fault: fault ? codeOf(fault) : undefined });
      });
    });
  } finally {
    plain.destroy();
  }
}

const codeOf = (fault: Error | string): string => (typeof fault === 'string' ? fault : faultCode(fault));

/** Asks a mail server to encrypt (RFC 3207). False: it does not. */
async function startTls(socket: Socket, signal: AbortSignal): Promise<boolean> {
  let heard = '';
  let wake: (() => void) | undefined;
  let fault: Error | undefined;
  const hear = (chunk: Buffer) => {
    heard += chunk.toString('latin1');
    wake?.();
  };
  const end = (error?: Error) => {
    fault = error ?? new Error('the connection was closed without an answer');
    wake?.();
  };
  const giveUp = () => end(signal.reason as Error);
  socket.on('data', hear).once('error', end).once('close', end);
  signal.addEventListener('abort', giveUp, { once: true });
  const reply = async (): Promise<string> => {
    for (;;) {
      const [, status] = /(?:^|\n)(\d{3}) [^\n]*\n$/.exec(heard) ?? [];
      heard = status === undefined ? heard : '';
      if (status !== undefined) return status;
      if (fault) throw fault;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  try {
    if ((await reply()) !== '220') return false;
    socket.write('EHLO localhost\r\n');
    if ((await reply()) !== '250') return false;
    socket.write('STARTTLS\r\n');
    return (await reply()) === '220';
  } finally {
    socket.off('data', hear).off('error', end).off('close', end);
    signal.removeEventListener('abort', giveUp);
  }
}
