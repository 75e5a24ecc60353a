import { getTaxExemptionCodes } from '@wattle/contract/activation/get-tax-exemption-codes.ts';
import { TAX_EXEMPTION_CODES } from '@wattle/contract/activation/set-tax-file-number.ts';
import { ok } from '@wattle/contract/errors.ts';
import { DEFAULT_LANGUAGE } from '@wattle/contract/rules/languages.ts';
import { handlePublic } from '../../http/handle.ts';
import { productTexts } from '../../platform/texts.ts';

export const getTaxExemptionCodesRoute = handlePublic(getTaxExemptionCodes, async ({ query }) => {
  const words = productTexts(query.language ?? DEFAULT_LANGUAGE, 'activation');
  return ok({
    TaxExemptionCodes: TAX_EXEMPTION_CODES.map((code) => ({ Key: code, Value: words[`tax.exemption.${code}`] ?? '' })),
  });
});
