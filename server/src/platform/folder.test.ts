import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { makeOwnFolder } from './folder.ts';

it('the data folder is readable by its owner only, whether it is new or was open to others', async () => {
  const parent = await mkdtemp(path.join(tmpdir(), 'wattle-folder-'));
  const open = path.join(parent, 'open');
  await mkdir(open);
  await chmod(open, 0o711);
  for (const folder of [open, path.join(parent, 'new/data')]) {
    makeOwnFolder(folder);
    expect(((await stat(folder)).mode & 0o777).toString(8)).toBe('700');
  }
  await rm(parent, { recursive: true });
});
