export { verifyActivation } from './begin-activation.ts';
export { linkLogin, type LoginLink } from './link-login.ts';
