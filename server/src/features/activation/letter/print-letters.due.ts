import { fullNameOf } from '@wattle/contract/rules/person-name.ts';
import { isPrintable, printedName } from '../../../documents/pdf/embedded-font.ts';
import type { AppContext } from '../../../compose/context.ts';
import type { QueuedJob } from '../../../platform/due-work/job.ts';
import { findBrandById } from '../../brands/public.ts';
import { NO_DIGITS } from '../../cards/public.ts';
import { type LetterToPrint, readLetter } from './card-letter.store.ts';
import { LETTERS_TO_PRINT } from './letter.ts';
import { writeLetter } from './write-letter.ts';

/** Time after which the letter of a card that is being made is looked at again. */
const WHILE_MADE_MS = 5 * 60_000;

/** Sends the letter of each new card to the printer, in its holder's language. */
export const printLetters: QueuedJob<AppContext, { readonly letter: string }> = {
  queue: LETTERS_TO_PRINT,
  atOnce: 5,
  async outside(ctx, { tenantId, payload }) {
    const letter = await ctx.database.read(tenantId, (tx) => readLetter(tx, tenantId, payload.letter));
    // The letter says the last digits, which the processor tells when it has made the card.
    if (letter?.last4 === NO_DIGITS) return async () => ({ againAt: ctx.clocks.security.now() + WHILE_MADE_MS });
    const brand = letter && (await findBrandById(ctx, letter.brand_id));
    const address = letter && addressOf(letter);
    if (!letter || !brand || !address) return async () => ({ giveUp: 'no_address' });
    const full = fullNameOf({ firstName: letter.first_name, surname: letter.surname });
    const name = await printedName(full, letter.embossed_name);
    // Both kinds wait at the desk until the record is corrected.
    if (name === undefined) return async () => ({ giveUp: 'name_not_printable' });
    if (!(await isPrintable(address.join(' ')))) return async () => ({ giveUp: 'address_not_printable' });
    const outcome = await ctx.outside.printer.print({
      reference: `letter-${payload.letter}`,
      kind: 'letter',
      address: [name, ...address],
      pdf: await writeLetter(ctx, { brand, letter, letterId: payload.letter, name, address }),
    });
    if (outcome.kind === 'refused') return async () => ({ giveUp: outcome.code });
    if (outcome.kind !== 'done') throw new Error(`a letter was not printed: ${outcome.kind}`);
    return async () => 'done';
  },
};

/** The lines of an address; undefined without one. */
function addressOf({ address }: LetterToPrint): readonly string[] | undefined {
  if (!address?.AddressLine1) return undefined;
  const { AddressLine1, AddressLine2, Suburb, State, PostCode } = address;
  const place = [Suburb, State, PostCode].filter(Boolean).join(' ');
  return [AddressLine1, AddressLine2 ?? '', place].filter((line) => line !== '');
}
