export { verifyActivation } from './begin-activation.ts';
export { linkLogin } from './link-login.ts';
