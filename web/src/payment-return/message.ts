/** Message from a payment frame to the page around it. */
export type PaymentMessage = 'wattle.payment';
/** `back`: the payment service has sent the browser back. `gone`: its page was opened before, or has expired. */
export type PaymentFrameState = 'back' | 'gone';
