import { processBPayRequest } from '@wattle/contract/bpay/process-bpay-request.ts';
import { handlePayment } from '../../http/handle.ts';
import { bpayPayment } from './bpay-payment.kind.ts';

export const processBPayRequestRoute = handlePayment(processBPayRequest, bpayPayment);
