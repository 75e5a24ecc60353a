import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Messages that the simulator has sent, so that a clearing, a reversal or a refund needs only the reference of its
 * purchase. It has card numbers in it, so it is encrypted under a key derived from the network's, and only its owner
 * can read it. PIN and CVV2 are never written.
 */
export type Journal = {
  add(reference: string, message: object): void;
  find(reference: string): Readonly<Record<string, unknown>> | undefined;
};

type Line = { readonly reference: string; readonly sealed: string };

export function openJournal(dataFolder: string, networkKey: Uint8Array): Journal {
  const file = path.join(dataFolder, 'sim-journal.jsonl');
  const key = Buffer.from(hkdfSync('sha256', networkKey, Buffer.alloc(0), 'wattle simulator journal', 32));
  return {
    add(reference, message) {
      const { pin: _pin, cvv2: _cvv2, ...kept } = message as Record<string, unknown>;
      const line: Line = { reference, sealed: seal(key, reference, JSON.stringify(kept)) };
      appendFileSync(file, `${JSON.stringify(line)}\n`, { mode: 0o600 });
    },
    find(reference) {
      if (!existsSync(file)) return undefined;
      const lines = readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '');
      const found = lines.map((line) => JSON.parse(line) as Line).findLast((line) => line.reference === reference);
      return found && (JSON.parse(unseal(key, reference, found.sealed)) as Record<string, unknown>);
    },
  };
}

function seal(key: Buffer, reference: string, plain: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(reference));
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64');
}

function unseal(key: Buffer, reference: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(reference));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
}
