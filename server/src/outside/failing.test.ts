import { beforeEach, describe, expect, it } from 'vitest';
import { LOOPBACK } from '../../test-support/policy.ts';
import { openFailingSystems } from './failing.ts';
import { openOutsideFigures } from './figures.ts';
import { openPolicy } from './policy.ts';

const SETTINGS = { limitMs: 50, atOnce: 10, waitingMost: 10, failuresToOpen: 3, openMs: 60_000 };
const START = Date.parse('2026-11-20T02:00:00Z');

let lines: string[];
let now: number;
let failing: ReturnType<typeof openFailingSystems>;
beforeEach(() => {
  lines = [];
  now = START;
  const note = (level: string) => (fields: object, text: string) =>
    void lines.push(`${level} ${JSON.stringify(fields)} ${text}`);
  const log = { debug: note('debug'), info: note('info'), warn: note('warn'), error: note('error') };
  failing = openFailingSystems(log, { now: () => now });
});

const sms = () =>
  openPolicy(
    'sms',
    SETTINGS,
    openOutsideFigures(() => failing.list(), { now: () => now }),
    LOOPBACK,
    failing,
  );
const EXPIRED = { ok: false, isFinal: false, code: 'CERT_HAS_EXPIRED', isUnsent: true } as const;

describe('an external system that does not answer', () => {
  it('is logged once, however many messages wait, and once when it answers again', async () => {
    const policy = sms();
    for (let count = 0; count < 700; count += 1) await policy.deliver(async () => EXPIRED);
    expect(lines).toEqual(['warn {"system":"sms","code":"CERT_HAS_EXPIRED"} another system does not answer']);
    expect(failing.list()).toEqual([{ system: 'sms', code: 'CERT_HAS_EXPIRED', sinceMs: START, isOurs: false }]);
    now += 3_600_000;
    failing.note('sms', undefined);
    expect(lines[1]).toBe('info {"system":"sms","seconds":3600} another system answers again');
    expect(failing.list()).toEqual([]);
  });

  it('is one that times out, and not one that refuses a message or was not called', async () => {
    const policy = sms();
    await policy.deliver(async () => ({ ok: false, isFinal: true, code: 'bad_number' }));
    expect(failing.list()).toEqual([]);
    await policy.call(() => new Promise(() => {}));
    expect(failing.list()).toMatchObject([{ system: 'sms', code: 'timeout' }]);
    await policy.call(async () => ({ kind: 'done', value: null }));
    expect(failing.list()).toEqual([]);
  });

  it('refuses us where it refuses one number for our account, though the message ends', async () => {
    const refused = { ok: false, isFinal: true, isOurs: true, isOfOne: true, code: 'country' } as const;
    await sms().deliver(async () => refused);
    expect(failing.list()).toMatchObject([{ system: 'sms', code: 'country', isOurs: true }]);
  });

  it('is logged once a minute at most when it answers now and then', () => {
    for (let count = 0; count < 50; count += 1) {
      failing.note('gateway', 'ECONNRESET');
      failing.note('gateway', undefined);
    }
    expect(lines).toHaveLength(2);
    now += 60_000;
    failing.note('gateway', 'ECONNRESET');
    expect(lines).toHaveLength(3);
  });

  it('is raised at once when it refuses us, also where it did not answer before', async () => {
    const policy = sms();
    const refused = { ok: false, isFinal: false, code: 'smtp_550_5.7.515', isOurs: true } as const;
    const { registry: figures } = openOutsideFigures(() => failing.list(), { now: () => now });
    await policy.deliver(async () => EXPIRED);
    now += 1_000;
    await policy.deliver(async () => refused);
    await policy.deliver(async () => refused);
    expect(lines).toEqual([
      'warn {"system":"sms","code":"CERT_HAS_EXPIRED"} another system does not answer',
      'error {"system":"sms","code":"smtp_550_5.7.515"} another system refuses our sender, account or rate',
    ]);
    expect(failing.list()).toEqual([{ system: 'sms', code: 'smtp_550_5.7.515', sinceMs: START, isOurs: true }]);
    expect(await figures.metrics()).toContain('wattle_outside_refuses_us{system="sms"} 1');
    failing.note('sms', undefined);
    expect(await figures.metrics()).not.toContain('wattle_outside_refuses_us{');
  });

  it('is shown in /metrics while it does not answer', async () => {
    const { registry: figures } = openOutsideFigures(() => failing.list(), { now: () => now });
    failing.note('sms', 'ECONNREFUSED');
    now += 5_000;
    expect(await figures.metrics()).toContain('wattle_outside_failing_seconds{system="sms"} 5');
    failing.note('sms', undefined);
    expect(await figures.metrics()).not.toContain('wattle_outside_failing_seconds{');
  });
});
