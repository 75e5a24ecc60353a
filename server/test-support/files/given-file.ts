import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** A file of the machine that is there until the test ends, by its path. */
export async function givenFile(bytes: Buffer, name = 'letter.pdf'): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'wattle-file-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, name);
  await writeFile(file, bytes);
  return file;
}
