export { lookAtPayment } from './ask.ts';
export { bookingOf, chargebackOf } from './booking.ts';
export { initiateCharge } from './initiate.ts';
export { findNewest as findChargeOf, findPayment as findGatewayPayment, listUnsure } from './payment.store.ts';
export { type Charge, type EndedPayment, type GatewayPurpose, type GatewayPurposes, purposesOf } from './purpose.ts';
export { readReference, referenceOf } from './reference.ts';
export { askRefund } from './refund.store.ts';
export { serveGatewayPages } from './serve-pages.ts';
export { readStanding } from './standing.ts';
