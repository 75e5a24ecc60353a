import { transferInternal } from '@wattle/contract/transfers/transfer-internal.ts';
import { handleGrouped } from '../../http/handle.ts';
import { transferInternally } from './transfer-internally.ts';

export const transferInternalRoute = handleGrouped(transferInternal, 'transfer.internal', transferInternally);
