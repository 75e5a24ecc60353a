import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

/**
 * The backup file: a header line, a gzip stream of frames, and the SHA-256 of both. A frame is its length (4
 * bytes), its kind and its bytes: `J` a JSON object, `D` a piece of COPY's text.
 */
const MAGIC = Buffer.from('Wattle backup 1\n');
const DIGEST_BYTES = 32;
const HEAD_BYTES = 5;

export type Frame = { readonly kind: 'J'; readonly value: unknown } | { readonly kind: 'D'; readonly bytes: Buffer };

/** The file cannot be used, or the database cannot take it; the message says why. */
export class BackupError extends Error {}

/** Writes to a temporary file and renames it at the end, so the backup is either complete or absent. */
export async function writeBackupFile(file: string, frames: AsyncIterable<Frame>): Promise<void> {
  const half = `${file}.part`;
  const hash = createHash('sha256').update(MAGIC);
  try {
    const output = createWriteStream(half, { mode: 0o600, flags: 'w', flush: true });
    output.write(MAGIC);
    const hashed = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        done(null, chunk);
      },
      flush(done) {
        done(null, hash.digest());
      },
    });
    await pipeline(Readable.from(encode(frames)), createGzip({ level: 1 }), hashed, output);
    renameSync(half, file);
  } catch (error) {
    rmSync(half, { force: true });
    throw error;
  }
}

async function* encode(frames: AsyncIterable<Frame>): AsyncGenerator<Buffer> {
  for await (const frame of frames) {
    const bytes = frame.kind === 'D' ? frame.bytes : Buffer.from(JSON.stringify(frame.value));
    const head = Buffer.alloc(HEAD_BYTES);
    head.writeUInt32BE(bytes.length);
    head.write(frame.kind, 4, 'latin1');
    yield head;
    yield bytes;
  }
}

/** Reads the whole file once. Throws BackupError if it is not a backup, is truncated or was changed. */
export async function checkBackupFile(file: string): Promise<void> {
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined) throw new BackupError(`There is no file ${file}.`);
  const handle = await open(file);
  try {
    const magic = Buffer.alloc(MAGIC.length);
    await handle.read(magic, 0, magic.length, 0);
    if (!magic.equals(MAGIC)) throw new BackupError(`${file} is no backup of Wattle.`);
    const end = size - DIGEST_BYTES;
    const stored = Buffer.alloc(DIGEST_BYTES);
    if (end > MAGIC.length) await handle.read(stored, 0, DIGEST_BYTES, end);
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(file, { end: Math.max(0, end - 1) })) hash.update(chunk as Buffer);
    if (!hash.digest().equals(stored)) throw new BackupError(`${file} was cut off or changed: its checksum is wrong.`);
  } finally {
    await handle.close();
  }
}

/** The frames of a file that has been checked. */
export async function* readBackupFile(file: string): AsyncGenerator<Frame> {
  const end = statSync(file).size - DIGEST_BYTES - 1;
  const input = createReadStream(file, { start: MAGIC.length, end });
  const plain = input.pipe(createGunzip());
  input.on('error', (error) => plain.destroy(error));
  let rest = Buffer.alloc(0);
  for await (const chunk of plain) {
    rest = Buffer.concat([rest, chunk as Buffer]);
    for (;;) {
      if (rest.length < HEAD_BYTES) break;
      const length = rest.readUInt32BE(0);
      if (rest.length < HEAD_BYTES + length) break;
      const bytes = rest.subarray(HEAD_BYTES, HEAD_BYTES + length);
      const isJson = rest.toString('latin1', 4, HEAD_BYTES) === 'J';
      rest = rest.subarray(HEAD_BYTES + length);
      yield isJson ? { kind: 'J', value: JSON.parse(bytes.toString()) } : { kind: 'D', bytes };
    }
  }
}
