import { afterEach, expect, test, vi } from 'vitest';
import { worksWithPasskeys } from './passkeys.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  ['portal.example', true],
  ['localhost', true],
  // Browsers make passkeys for a host with a name, and not for an address of numbers.
  ['127.0.0.1', false],
  ['[::1]', false],
])('reports for %s whether passkeys work: %s', (hostname, isOffered) => {
  vi.stubGlobal('window', { PublicKeyCredential: class {} });
  vi.stubGlobal('location', { hostname });
  expect(worksWithPasskeys()).toBe(isOffered);
});

test('reports no support in a browser without passkeys', () => {
  vi.stubGlobal('window', {});
  vi.stubGlobal('location', { hostname: 'portal.example' });
  expect(worksWithPasskeys()).toBe(false);
});
