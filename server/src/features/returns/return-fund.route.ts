import { returnFund } from '@wattle/contract/returns/return-fund.ts';
import { handlePayment } from '../../http/handle.ts';
import { returnFunds } from './return-funds.kind.ts';

export const returnFundRoute = handlePayment(returnFund, returnFunds);
