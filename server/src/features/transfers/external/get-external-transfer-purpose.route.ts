import { ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CATEGORY } from '@wattle/contract/transfers/external/direct-entry.ts';
import { getExternalTransferPurpose } from '@wattle/contract/transfers/external/get-external-transfer-purpose.ts';
import { handleRead } from '../../../http/handle.ts';
import { productTexts } from '../../../platform/texts.ts';

export const getExternalTransferPurposeRoute = handleRead(getExternalTransferPurpose, async () => {
  const texts = productTexts('enAU', 'transfers');
  return ok({
    Purposes: Object.values(TRANSFER_CATEGORY).map((category) => ({
      ExternalTransferCategoryId: category,
      Description: texts[`purpose.${category}`] ?? '',
    })),
  });
});
