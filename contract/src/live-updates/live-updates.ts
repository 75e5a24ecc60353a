import * as z from 'zod/mini';
import { operation, SIGNED_IN } from '../operation.ts';

/** A stream sends something at least this often, if only a heartbeat. */
export const LIVE_BEAT_MS = 15_000;

/**
 * One message of the stream. None carries data: the page refetches changed data by the ordinary calls.  - `ready`: from
 * now on every change is sent. - `changed`: something that the caller sees has changed. - `noted`: the caller's
 * notifications have changed, or one was read. - `refetch`: changes may have been missed. - `end`: the last message;
 * `Why` says whether to come back.
 */
export const liveMessage = z.discriminatedUnion('Kind', [
  z.object({ Kind: z.literal('ready') }),
  z.object({ Kind: z.literal('changed') }),
  z.object({ Kind: z.literal('noted') }),
  z.object({ Kind: z.literal('refetch') }),
  z.object({
    Kind: z.literal('end'),
    /** `session`: it is over. `server`: it stops, another one answers. `replaced`: the session has newer streams. */
    Why: z.enum(['session', 'server', 'replaced']),
  }),
]);
export type LiveMessage = z.output<typeof liveMessage>;

/**
 * Age of the caller's data, in milliseconds. Changes since then are sent right after `ready`. Without it the caller has
 * no data, or refetches all of it.
 */
const age = z.optional(z.string().check(z.regex(/^\d{1,6}$/, 'required')));

/**
 * A stream (`text/event-stream`) with changes to the caller's accounts for as long as the
 * session lives. It keeps no session alive. The documents know no such call.
 */
export const hearOfChanges = operation({
  name: 'hearOfChanges',
  method: 'GET',
  path: 'live',
  auth: SIGNED_IN,
  proof: 'session',
  query: z.object({ Age: age }),
  ids: {},
  summary: 'Hear of changes as they happen',
  response: liveMessage,
});
