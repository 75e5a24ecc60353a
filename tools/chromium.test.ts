import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findChromium, findHeadlessShell } from './chromium.ts';

const folder = mkdtempSync(join(tmpdir(), 'wattle-browser-'));
const chromium = join(folder, 'chromium');
writeFileSync(chromium, '');
chmodSync(chromium, 0o755);
afterAll(() => rmSync(folder, { recursive: true }));

test('takes the browser that a person names, and no other where that one is missing', () => {
  expect(findChromium({ WATTLE_CHROME: chromium, PATH: '' })).toBe(chromium);
  expect(findChromium({ WATTLE_CHROME: join(folder, 'gone'), PATH: folder })).toBeUndefined();
});

test('finds a browser on the path, after folders that are not there', () => {
  expect(findChromium({ PATH: [join(folder, 'nowhere'), folder].join(delimiter) })).toBe(chromium);
});

test('finds the headless shell on the path, but not where a person names what to test with', () => {
  const shell = join(folder, 'chromium-headless-shell');
  expect(findHeadlessShell({ PATH: folder })).toBeUndefined();
  writeFileSync(shell, '');
  expect(findHeadlessShell({ PATH: folder })).toBe(shell);
  expect(findHeadlessShell({ PATH: folder, WATTLE_CHROME: chromium })).toBeUndefined();
  expect(findChromium({ PATH: folder })).toBe(chromium);
});
