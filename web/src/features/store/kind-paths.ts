import type { StoreKind } from '@wattle/contract/store/store.ts';
import { paths } from '../../paths.ts';

export const PATH_OF_KIND: Readonly<Record<StoreKind, () => string>> = {
  virtual: paths.storeVirtual,
  singleload: paths.storeSingleload,
  reloadable: paths.storeReloadable,
};
