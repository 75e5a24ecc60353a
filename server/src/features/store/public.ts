export { orderPurpose } from './order-purpose.ts';
