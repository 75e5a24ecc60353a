import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { createInterface } from 'node:readline';

/** The lines of a file as they are read, without their ends. Throws where it cannot be opened. */
export async function* textLines(file: string): AsyncGenerator<string> {
  const input = createReadStream(file, 'utf8');
  // Waited for, because readline hides a file that is not there.
  await new Promise<void>((resolve, reject) => {
    input.once('ready', resolve);
    input.once('error', reject);
  });
  yield* createInterface({ input, crlfDelay: Infinity });
}

/** A new file that its owner alone may read, in the place of one that is there. */
export function openOwnFile(file: string): Promise<FileHandle> {
  return open(file, 'w', 0o600);
}
