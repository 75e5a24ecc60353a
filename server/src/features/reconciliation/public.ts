export { beginStatements } from './begin-statements.ts';
export { compareOn } from './report.ts';
