import { appendFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDurableLines } from './durable-lines.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'wattle-lines-'));
  file = path.join(folder, 'lines.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

type Entry = { readonly key: string; readonly cents: number };
const open = () => openDurableLines<Entry>(file, ({ key }) => key);

describe('entries in a file', () => {
  it('are read when the file is opened again, and the file is deleted with the last entry', async () => {
    const lines = open();
    await Promise.all([lines.add({ key: 'a', cents: 1 }), lines.add({ key: 'b', cents: 2 })]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const again = open();
    expect(again.all()).toEqual([
      { key: 'a', cents: 1 },
      { key: 'b', cents: 2 },
    ]);
    await again.remove('a');
    await again.remove('a');
    expect(open().all()).toEqual([{ key: 'b', cents: 2 }]);
    await again.remove('b');
    expect(existsSync(file)).toBe(false);
    await again.add({ key: 'c', cents: 3 });
    expect(open().find('c')).toEqual({ key: 'c', cents: 3 });
  });

  it('stay readable when the write of a later one was cut off', async () => {
    await open().add({ key: 'a', cents: 1 });
    appendFileSync(file, '{"key":"b","ce');
    const lines = open();
    await lines.add({ key: 'c', cents: 3 });
    expect(
      open()
        .all()
        .map(({ key }) => key),
    ).toEqual(['a', 'c']);
  });
});
