import { expect, test } from 'vitest';
import { notRun } from './host-steps.ts';

test('a host that cannot be set up is told by name, and never counts as passed', () => {
  expect(notRun('missing buildah, caddy', 8)).toEqual({
    passed: 0,
    failed: 0,
    skipped: 8,
    details: 'Not run: the image of one host, and one host by systemd (missing buildah, caddy)',
  });
});
