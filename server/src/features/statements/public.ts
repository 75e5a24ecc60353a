export { makeStatements } from './make-statements.ts';
export { hasUnopenedStatement } from './statement.store.ts';
