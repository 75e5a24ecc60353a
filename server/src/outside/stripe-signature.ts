import { createHmac, timingSafeEqual } from 'node:crypto';

/** Maximum difference between the time of a message and ours, in either direction. */
const WINDOW_S = 300;
const SIGNATURES_MOST = 10;

/** Header `Stripe-Signature` of a body. The whole text of the secret is the key, its prefix too. */
export function signStripe(secret: string, atMs: number, rawBody: Uint8Array | string): string {
  const time = String(Math.floor(atMs / 1000));
  return `t=${time},v1=${digest(secret, time, rawBody).toString('hex')}`;
}

/** Whether one of the secrets signed exactly these bytes within 5 minutes of now. */
export function isSignedByStripe(
  secrets: readonly string[],
  header: string | readonly string[] | undefined,
  rawBody: Uint8Array,
  nowMs: number,
): boolean {
  if (typeof header !== 'string') return false;
  const parts = header.split(',').map((part) => part.trim().split('=', 2));
  const times = parts.filter(([name]) => name === 't').map(([, value]) => value ?? '');
  const [time = ''] = times;
  if (times.length !== 1 || !/^\d{1,12}$/.test(time)) return false;
  const given = parts.filter(([name, value]) => name === 'v1' && /^[0-9a-f]{64}$/.test(value ?? ''));
  // All are compared, so that timing does not reveal which one is valid.
  const good = secrets
    .filter((secret) => secret !== '')
    .flatMap((secret) => {
      const expected = digest(secret, time, rawBody);
      return given
        .slice(0, SIGNATURES_MOST)
        .filter(([, value = '']) => timingSafeEqual(Buffer.from(value, 'hex'), expected));
    });
  return good.length > 0 && Math.abs(nowMs / 1000 - Number(time)) <= WINDOW_S;
}

function digest(secret: string, time: string, rawBody: Uint8Array | string): Buffer {
  return createHmac('sha256', secret).update(`${time}.`).update(rawBody).digest();
}
