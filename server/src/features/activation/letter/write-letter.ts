import type { AppContext } from '../../../compose/context.ts';
import { writePdf } from '../../../documents/pdf/write-pdf.ts';
import { type Brand, brandWords, documentLook } from '../../brands/public.ts';
import type { LetterToPrint } from './card-letter.store.ts';
import { pageOfLetter, referenceOf } from './letter.ts';

type Given = {
  readonly brand: Brand;
  readonly letter: LetterToPrint;
  readonly letterId: string;
  /** The addressee as it is printed. */
  readonly name: string;
  /** Lines of the address. */
  readonly address: readonly string[];
};

/** The letter that comes with a card: its masked number, how to activate it, and a QR code that names it. */
export async function writeLetter(ctx: AppContext, { brand, letter, letterId, name, address }: Given): Promise<Buffer> {
  const words = brandWords(brand, letter.language);
  const page = pageOfLetter(ctx, brand, referenceOf(ctx, letterId));
  // Address without the reference, for people who type it instead of scanning the code.
  const shownPage = page.slice(page.indexOf('//') + 2, page.lastIndexOf('/'));
  const card = { card: letter.card_name, last4: letter.last4 };
  const pieces: Uint8Array[] = [];
  const file = writePdf({
    title: words('letters:title'),
    kindWord: words('letters:kind'),
    language: letter.language,
    look: await documentLook(ctx, brand),
    footer: words('downloads:footer'),
    pageWord: (number) => words('downloads:page', { page: number }),
    madeAt: ctx.clocks.business.now(),
    blocks: [
      { kind: 'text', text: [name, ...address].join('\n') },
      { kind: 'text', text: words('letters:greeting', { name }) },
      { kind: 'text', text: words(letter.is_plastic ? 'letters:plastic' : 'letters:virtual', card) },
      { kind: 'heading', text: words('letters:how') },
      {
        kind: 'code',
        content: page,
        alternative: words('letters:codeFor', card),
        texts: [words('letters:scan'), words('letters:type', { page: shownPage }), words('letters:code')],
      },
      { kind: 'heading', text: words('letters:safe') },
      { kind: 'text', text: words('letters:safeText') },
    ],
  });
  for await (const piece of file) pieces.push(piece);
  return Buffer.concat(pieces);
}
