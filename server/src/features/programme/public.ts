export { openProgrammes, type Programmes } from './programmes.ts';
export { bankSenderOf, gatewayOf, hasChannel, transportsOf } from './systems.ts';
