export { foldLoginName } from './login-name.domain.ts';
