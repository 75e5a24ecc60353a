export { deceased } from './deceased.ts';
