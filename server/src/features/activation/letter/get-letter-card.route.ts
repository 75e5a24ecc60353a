import { getLetterCard } from '@wattle/contract/activation/letter.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handlePublic } from '../../../http/handle.ts';
import { findBrand } from '../../brands/public.ts';
import { findLetter } from './find-letter.ts';

export const getLetterCardRoute = handlePublic(
  getLetterCard,
  async ({ body, ctx, request }) => {
    const brand = await findBrand(ctx, body.brand, request.host);
    if (!brand) return err('token_invalid', 'brand');
    const found = await findLetter(ctx, brand, body.LetterReference);
    return found.ok ? ok({ MaskedCardNumber: found.value.masked_number }) : found;
  },
  { rate: 'signIn' },
);
