import { randomUUID } from 'node:crypto';
import { rulesOf } from '../../../config/mode.ts';
import type { AppContext } from '../../../compose/context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { retryGivenUp } from '../../../platform/due-work/due-state.store.ts';
import type { Queue } from '../../../platform/due-work/queue.ts';
import type { Brand } from '../../brands/public.ts';
import type { CardNamed } from '../../cards/public.ts';
import { addLetter, lettersOfCard } from './card-letter.store.ts';

const REFERENCE_LENGTH = 22;
const DAY_MS = 86_400_000;

/** Letters of new cards that are to be printed and mailed, by their ids. */
export const LETTERS_TO_PRINT: Queue<{ readonly letter: string }> = { name: 'activation.letters', clock: 'security' };

/**
 * Reference in the QR code of a letter. It is derived from the random id of the letter by a key of the server, so no
 * one can guess it, a reprint has the same one, and the database does not store it.
 */
export function referenceOf({ secrets }: Pick<AppContext, 'secrets'>, letterId: string): string {
  return secrets.identifierHash('letter reference', letterId).toString('base64url').slice(0, REFERENCE_LENGTH);
}

/** Keyed hash of a reference, the only form that is stored. */
export function hashOfReference({ secrets }: Pick<AppContext, 'secrets'>, reference: string): Buffer {
  return secrets.identifierHash('letter', reference);
}

/** The page that a letter's QR code opens. Its address comes from the brand and never from a request. */
export function pageOfLetter({ config }: Pick<AppContext, 'config'>, brand: Brand, reference: string): string {
  const { trustsHost } = rulesOf(config.mode);
  const { origin } = new URL(trustsHost ? `http://localhost:${config.port}` : brand.settings.BrandUrl);
  return `${origin}/${brand.identifier}/cardActivate/${reference}`;
}

/** Queues the letter of a card that waits for its activation. */
export async function queueLetter(
  tx: Tx,
  ctx: Pick<AppContext, 'secrets' | 'clocks' | 'dueWork'>,
  { tenantId, cardId, days }: { readonly tenantId: number; readonly cardId: bigint; readonly days: number },
): Promise<void> {
  const id = randomUUID();
  const madeAt = ctx.clocks.security.now();
  const referenceHash = hashOfReference(ctx, referenceOf(ctx, id));
  await addLetter(tx, { id, tenantId, cardId, referenceHash, madeAt, endsAt: madeAt + days * DAY_MS });
  await ctx.dueWork.enqueue(tx, LETTERS_TO_PRINT, { tenantId, key: id, payload: { letter: id } });
}

/** Prints the letters of a card that waited for a name that can be printed. */
export async function printLettersAgain(tx: Tx, _: AppContext, { tenantId, cardId, nowMs }: CardNamed): Promise<void> {
  const keys = await lettersOfCard(tx, tenantId, cardId);
  await retryGivenUp(tx, { tenantId, job: LETTERS_TO_PRINT.name, keys, reason: 'name_not_printable' }, nowMs);
}
