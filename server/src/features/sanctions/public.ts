export { frozen } from './frozen.ts';
