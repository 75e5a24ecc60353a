import { timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../../../platform/secrets/secrets.ts';

/** A session and the generation of its token. */
export type RefreshToken = { readonly sessionId: string; readonly generation: number };

/** Text of a refresh token. It is derived, so the server stores nothing that could be stolen. */
export function writeRefreshToken(secrets: Secrets, { sessionId, generation }: RefreshToken): string {
  return `${sessionId}.${generation}.${secrets.refreshTag(sessionId, generation).toString('base64url')}`;
}

/** Content of a refresh token; undefined for one that we did not make. */
export function readRefreshToken(secrets: Secrets, text: string): RefreshToken | undefined {
  const match = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([1-9]\d{0,8})\.([\w-]{43})$/.exec(text);
  const [, sessionId, digits, tag] = match ?? [];
  if (sessionId === undefined || digits === undefined || tag === undefined) return undefined;
  const generation = Number(digits);
  const given = Buffer.from(tag, 'base64url');
  const isOurs = secrets
    .refreshTags(sessionId, generation)
    .some((expected) => given.length === expected.length && timingSafeEqual(given, expected));
  return isOurs ? { sessionId, generation } : undefined;
}
