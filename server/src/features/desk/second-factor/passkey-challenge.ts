import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../../../platform/secrets/secrets.ts';

const RANDOM_BYTES = 16;
const END_BYTES = 8;
const HANDLE_BYTES = 32;

type Key = Pick<Secrets, 'identifierHash'>;

const sealOf = (secrets: Key, rpId: string, content: Buffer) =>
  secrets.identifierHash('staff passkey challenge', `${rpId}:${content.toString('base64url')}`);

/**
 * A challenge to sign in with at a host, until a moment. No one is known yet, so it is kept nowhere: it proves itself.
 * It is noted once it was answered, so that it counts once.
 */
export function makeChallenge(secrets: Key, rpId: string, endsAtMs: number): Buffer {
  const end = Buffer.alloc(END_BYTES);
  end.writeBigUInt64BE(BigInt(endsAtMs));
  const content = Buffer.concat([randomBytes(RANDOM_BYTES), end]);
  return Buffer.concat([content, sealOf(secrets, rpId, content)]);
}

/** When a challenge of ours at this host ends; undefined for any other bytes. */
export function endOfChallenge(secrets: Key, rpId: string, challenge: Buffer): number | undefined {
  const content = challenge.subarray(0, RANDOM_BYTES + END_BYTES);
  const seal = challenge.subarray(RANDOM_BYTES + END_BYTES);
  const own = sealOf(secrets, rpId, content);
  if (seal.length !== own.length || !timingSafeEqual(seal, own)) return undefined;
  return Number(content.readBigUInt64BE(RANDOM_BYTES));
}

/** A new name of a member for authenticators. It leads to the programme, since a passkey signs in with nothing typed. */
export function makeHandle(tenantId: number): Buffer {
  const handle = randomBytes(HANDLE_BYTES);
  handle.writeInt32BE(tenantId);
  return handle;
}

/** Programme of a member's handle; undefined for any other bytes. */
export function tenantOfHandle(handle: Buffer): number | undefined {
  const tenantId = handle.length === HANDLE_BYTES ? handle.readInt32BE() : 0;
  return tenantId > 0 ? tenantId : undefined;
}
