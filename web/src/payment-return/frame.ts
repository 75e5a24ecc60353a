import type { PaymentFrameState, PaymentMessage } from './message.ts';

/**
 * Runs in the frame of a payment when the payment service has sent the browser back. What it says ends the waiting of
 * the page around it and nothing else: the server asks the service.
 */
const type: PaymentMessage = 'wattle.payment';
const state: PaymentFrameState = document.documentElement.dataset['payment'] === 'gone' ? 'gone' : 'back';
window.parent.postMessage({ type, state }, window.location.origin);
