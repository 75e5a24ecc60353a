import type * as z from 'zod/mini';
import type { FindingIn } from './brand-finding.ts';

type Issue = z.core.$ZodIssue;

/** Describes the faults of a JSON file, each with the path of its key. */
export function wordsOfIssues(issues: readonly Issue[], json: unknown): FindingIn[] {
  return issues.flatMap((issue) => {
    const path = issue.path.map(String);
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ key: [...path, key].join('.'), reason: 'is not known' }));
    }
    return [{ key: path.join('.'), reason: reasonOf(issue, valueAt(json, path)) }];
  });
}

function valueAt(json: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined),
    json,
  );
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
};

function reasonOf(issue: Issue, value: unknown): string {
  if (value === undefined) return 'is missing';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${KINDS[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be ${issue.values.join(', ').replace(/, ([^,]*)$/, ' or $1')}`;
    case 'too_small':
      return issue.origin === 'string' ? 'is empty' : `must be ${issue.minimum} or more`;
    case 'too_big':
      return issue.origin === 'string'
        ? `may have ${issue.maximum} characters at most`
        : `must be ${issue.maximum} or less`;
    case 'invalid_key':
      return issue.issues[0]?.message ?? issue.message;
    default:
      // The messages of our own rules say what the rules require.
      return issue.message;
  }
}
