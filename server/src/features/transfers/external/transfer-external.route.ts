import { transferExternal } from '@wattle/contract/transfers/external/transfer-external.ts';
import { handlePayment } from '../../../http/handle.ts';
import { externalTransfer } from './external-transfer.kind.ts';

export const transferExternalRoute = handlePayment(transferExternal, externalTransfer);
