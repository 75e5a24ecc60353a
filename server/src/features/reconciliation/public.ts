export { beginStatements } from './begin-statements.ts';
