import { transferInternal } from '@wattle/contract/transfers/internal/transfer-internal.ts';
import { handlePayment } from '../../../http/handle.ts';
import { internalTransfer } from './internal-transfer.kind.ts';

export const transferInternalRoute = handlePayment(transferInternal, internalTransfer);
