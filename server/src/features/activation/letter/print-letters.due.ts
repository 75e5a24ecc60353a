import type { AppContext } from '../../../context.ts';
import type { QueuedJob } from '../../../platform/due-work/job.ts';
import { findBrandById } from '../../brands/public.ts';
import { type LetterToPrint, readLetter } from './card-letter.store.ts';
import { LETTERS_TO_PRINT } from './letter.ts';
import { writeLetter } from './write-letter.ts';

/** Sends the letter of each new card to the printer, in its holder's language. */
export const printLetters: QueuedJob<AppContext, { readonly letter: string }> = {
  queue: LETTERS_TO_PRINT,
  atOnce: 5,
  async outside(ctx, { tenantId, payload }) {
    const letter = await ctx.database.read(tenantId, (tx) => readLetter(tx, tenantId, payload.letter));
    const brand = letter && (await findBrandById(ctx, letter.brand_id));
    const address = letter && envelopeOf(letter);
    if (!letter || !brand || !address) return async () => ({ giveUp: 'no_address' });
    const outcome = await ctx.outside.printer.print({
      reference: `letter-${payload.letter}`,
      kind: 'letter',
      address,
      pdf: await writeLetter(ctx, { brand, letter, letterId: payload.letter, address }),
    });
    if (outcome.kind === 'refused') return async () => ({ giveUp: outcome.code });
    if (outcome.kind !== 'done') throw new Error(`a letter was not printed: ${outcome.kind}`);
    return async () => 'done';
  },
};

/** The lines of the envelope; undefined without an address. */
function envelopeOf({ first_name, surname, address }: LetterToPrint): readonly string[] | undefined {
  if (!address?.AddressLine1) return undefined;
  const { AddressLine1, AddressLine2, Suburb, State, PostCode } = address;
  const place = [Suburb, State, PostCode].filter(Boolean).join(' ');
  return [`${first_name} ${surname}`, AddressLine1, AddressLine2 ?? '', place].filter((line) => line !== '');
}
