const LONGEST = 200;

/**
 * The reason of a failure in a form that may be stored: no error messages that quote values of a row or an
 * input.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code, constraint } = error as Error & { code?: unknown; constraint?: unknown };
  const quotesValues = 'severity' in error || error instanceof SyntaxError || error.name.startsWith('$Zod');
  return [error.name === 'Error' ? undefined : error.name, code, constraint, quotesValues ? undefined : error.message]
    .filter((part) => typeof part === 'string' && part !== '')
    .join(' ')
    .slice(0, LONGEST);
}
