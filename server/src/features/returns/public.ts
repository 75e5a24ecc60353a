export { returnMethod } from './return.method.ts';
