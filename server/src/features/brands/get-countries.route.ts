import { DEFAULT_LANGUAGE } from '@wattle/contract/rules/languages.ts';
import { getCountries } from '@wattle/contract/brands/get-countries.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handlePublic } from '../../http/handle.ts';
import { countriesIn } from './countries.ts';
import { findBrand } from './find-brand.ts';

export const getCountriesRoute = handlePublic(getCountries, async ({ body, ctx, request }) => {
  const brand = await findBrand(ctx, body.brand, request.host);
  if (!brand) return err('not_found');
  return ok({ Countries: [...countriesIn(body.language ?? DEFAULT_LANGUAGE, brand.settings.DefaultCountry)] });
});
