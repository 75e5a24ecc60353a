import { createHash, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import SftpClient from 'ssh2-sftp-client';
import { noteOnSpan } from '../../platform/tracing/spans.ts';
import type { OutsideOutcome } from '../outcome.ts';
import type { Policy } from '../policy.ts';
import { isWhole, settled } from './folder.ts';
import { FILE_NAME, type FileExchange, type FileExchangeSettings, PART } from './port.ts';

type SftpSettings = Extract<FileExchangeSettings, { readonly kind: 'sftp' }>;

const CONNECT_MS = 10_000;

/**
 * Files in a folder of another host, by SFTP. Each call has its own connection: calls are rare, and a restarted host
 * needs no special handling. The host must present the pinned key before anything is sent.
 */
export function openSftpExchange(settings: SftpSettings, policy: Policy): FileExchange {
  const at = (name: string) => `${settings.folder.replace(/\/$/, '')}/${name}`;

  async function connected<T>(work: (sftp: SftpClient) => Promise<OutsideOutcome<T>>): Promise<OutsideOutcome<T>> {
    return policy.call(async (signal) => {
      noteOnSpan({ 'server.address': settings.host });
      // Errors outside of a call have no receiver.
      const ignore = () => {};
      const sftp = new SftpClient('wattle', { error: ignore, end: ignore, close: ignore });
      const giveUp = () => void sftp.end().catch(ignore);
      signal.addEventListener('abort', giveUp, { once: true });
      try {
        const connecting = AbortSignal.any([signal, AbortSignal.timeout(CONNECT_MS)]);
        await sftp.connect({
          sock: await policy.addresses.connect(settings.host, settings.port, connecting),
          username: settings.user,
          privateKey: await readKey(settings.keyFile),
          readyTimeout: CONNECT_MS,
          hostVerifier: (key: Buffer) => isPinned(key, settings.hostKey),
        });
      } catch (error) {
        signal.removeEventListener('abort', giveUp);
        await sftp.end().catch(ignore);
        return { kind: 'unsent', code: codeOf(error) };
      }
      try {
        return await work(sftp);
      } catch (error) {
        return { kind: 'unknown', code: codeOf(error) };
      } finally {
        signal.removeEventListener('abort', giveUp);
        await sftp.end().catch(ignore);
      }
    });
  }

  return {
    async put(name, bytes) {
      if (!FILE_NAME.test(name)) return { kind: 'refused', code: 'file_name' };
      return connected(async (sftp) => {
        if (await sftp.exists(at(name))) return settled((await sftp.stat(at(name))).size === bytes.byteLength);
        const part = at(`${name}${PART}`);
        await sftp.put(Buffer.from(bytes), part, { writeStreamOptions: { flags: 'w', mode: 0o600 } });
        // Servers refuse to rename over an existing file, so nothing is overwritten.
        await sftp.rename(part, at(name));
        return { kind: 'done', value: null };
      });
    },
    list: () =>
      connected(async (sftp) => {
        const entries = await sftp.list(settings.folder);
        const files = entries.filter(({ type, name }) => type === '-' && isWhole(name));
        const sized = files.map(({ name, size }) => ({ name, size }));
        return { kind: 'done', value: sized.toSorted((a, b) => (a.name < b.name ? -1 : 1)) };
      }),
    async read(name) {
      if (!FILE_NAME.test(name)) return { kind: 'refused', code: 'file_name' };
      return connected(async (sftp) => {
        if (!(await sftp.exists(at(name)))) return { kind: 'refused', code: 'no_file' };
        return { kind: 'done', value: (await sftp.get(at(name))) as Buffer };
      });
    },
  };
}

/** Compares the presented key with the pinned one. */
function isPinned(key: Buffer, pinned: string): boolean {
  const shown = createHash('sha256').update(key).digest();
  const expected = Buffer.from(pinned, 'base64');
  return shown.byteLength === expected.byteLength && timingSafeEqual(shown, expected);
}

class NoKeyFile extends Error {
  readonly code = 'sftp_key_file';
}

async function readKey(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw new NoKeyFile('the file of the private key cannot be read', { cause: error });
  }
}

/** Faults that the client tells by their words alone. */
const BY_WORDS: readonly (readonly [RegExp, string])[] = [
  [/configured authentication methods failed/i, 'sftp_key_refused'],
  [/verification failed|host denied/i, 'sftp_host_key'],
  [/cannot parse privatekey/i, 'sftp_key_file'],
];

/** Short code without host and path. */
function codeOf(error: unknown): string {
  const { code, message = '' } = error as { readonly code?: unknown; readonly message?: string };
  const byWords = BY_WORDS.find(([words]) => words.test(message))?.[1];
  if (byWords !== undefined) return byWords;
  return typeof code === 'string' ? code.slice(0, 40) : 'sftp_fault';
}
