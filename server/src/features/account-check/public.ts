export { holdWhatIsYoung } from './hold-what-is-young.ts';
