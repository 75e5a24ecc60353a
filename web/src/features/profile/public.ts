export { inOneLine } from './person.domain.ts';
