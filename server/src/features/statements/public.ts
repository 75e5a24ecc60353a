export { printStatementsAgain } from './print-statements-again.ts';
export { makeStatements } from './make-statements.ts';
export { hasUnopenedStatement } from './statement.store.ts';
