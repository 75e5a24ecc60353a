import { expect, test } from 'vitest';
import { auditOutcome } from './supply-steps.ts';

const counts = { info: 0, low: 0, moderate: 0, high: 0, critical: 0, total: 0 };
const fault = (severity: string) => ({ severity, range: '<1.2.3' });

test('passes where no faults are known, and names lesser ones', () => {
  expect(auditOutcome(JSON.stringify({ vulnerabilities: {}, metadata: { vulnerabilities: counts } }))).toEqual({
    passed: 1,
    failed: 0,
    skipped: 0,
    note: 'none known',
  });
  const lesser = {
    vulnerabilities: { a: fault('low') },
    metadata: { vulnerabilities: { ...counts, low: 1, total: 1 } },
  };
  expect(auditOutcome(JSON.stringify(lesser))).toMatchObject({ passed: 1, failed: 0, note: '1 low' });
});

test.each(['high', 'critical'])('fails for a fault that is %s, with the package', (severity) => {
  const found = { vulnerabilities: { a: fault('low'), b: fault(severity) }, metadata: { vulnerabilities: counts } };
  expect(auditOutcome(JSON.stringify(found))).toEqual({
    passed: 0,
    failed: 1,
    skipped: 0,
    details: `b <1.2.3: ${severity}`,
  });
});

test.each([
  ['', 'no answer'],
  ['<html>', 'no answer'],
  ['{"message": "Method Not Allowed", "statusCode": 405}', '405'],
])('is skipped and never passed where no audit was made: %s', (json, why) => {
  const details = `Packages were not audited: not reachable (${why})`;
  expect(auditOutcome(json)).toEqual({ passed: 0, failed: 0, skipped: 1, details });
});
