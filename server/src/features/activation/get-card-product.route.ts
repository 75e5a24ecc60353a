import { getCardProduct } from '@wattle/contract/activation/get-card-product.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handleRead } from '../../http/handle.ts';
import { demandsOf, factsOf } from './activation-facts.ts';
import { needsKyc } from './activation-order.domain.ts';
import { currentActivation } from './admit-step.ts';

export const getCardProductRoute = handleRead(getCardProduct, async (input) => {
  const row = await currentActivation(input);
  if (!row) return err('not_found');
  const { needsLogin, needsPin } = demandsOf(row);
  return ok({
    ProductName: row.product_name,
    CardProductTypeId: row.product_type,
    CardScheme: row.scheme,
    IsReloadable: row.is_reloadable,
    NeedsLogin: needsLogin,
    NeedsPin: needsPin,
    eKycRequired: needsKyc(factsOf(row)),
  });
});
