export { namedSecretOf, SECRET_NAME } from './identity.ts';
export { openProgrammes, type Programmes } from './programmes.ts';
export { bankSenderOf, gatewayOf, hasChannel, transportsOf } from './systems.ts';
