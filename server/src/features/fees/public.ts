export { chargeFee } from './charge-fee.ts';
