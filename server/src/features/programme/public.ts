export { SECRET_NAME } from './gateway-account.ts';
export { namedSecretOf } from './identity.ts';
export { openProgrammes, type Programmes } from './programmes.ts';
export { bankSenderOf, CHANNELS, channelsOff, gatewayOf, hasChannel, receiptsOrigin, transportsOf } from './systems.ts';
