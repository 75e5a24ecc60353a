import { randomBytes, randomUUID } from 'node:crypto';
import type { Secrets } from '../../../platform/secrets/secrets.ts';

/** Content of a token of the desk: the place of its session, and the secret that proves it. */
export type StaffToken = { readonly tenantId: number; readonly sessionId: string; readonly tokenHash: Buffer };

/** Kind of a token: it opens a session, or an enrolment of a second factor. */
type Kind = 'desk' | 'enrol';

const FORM = /^(desk|enrol)\.([1-9]\d{0,8})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/;

/** A new token. It is random, and the database keeps a keyed hash of it. */
export function makeStaffToken(
  secrets: Secrets,
  tenantId: number,
  kind: Kind = 'desk',
): StaffToken & { readonly token: string } {
  const sessionId = randomUUID();
  const token = `${kind}.${tenantId}.${sessionId}.${randomBytes(32).toString('base64url')}`;
  return { token, tenantId, sessionId, tokenHash: hashOf(secrets, token) };
}

/** Content of a token; undefined for anything else. */
export function readStaffToken(secrets: Secrets, token: string, kind: Kind = 'desk'): StaffToken | undefined {
  const [, found, tenantId, sessionId] = FORM.exec(token) ?? [];
  if (found !== kind || tenantId === undefined || sessionId === undefined) return undefined;
  return { tenantId: Number(tenantId), sessionId, tokenHash: hashOf(secrets, token) };
}

function hashOf(secrets: Secrets, token: string): Buffer {
  return secrets.identifierHash('staff session', token);
}
