import type { AnyOperation } from '@wattle/contract/operation.ts';
import { err, type ErrorName, ok, type Result } from '@wattle/contract/errors.ts';

export type Input = { readonly params: unknown; readonly query: unknown; readonly body: unknown };

/** Parts that an operation does not declare are not read. */
const PARTS = ['params', 'query', 'body'] as const;

/**
 * Validates the input against the operation. A failure names the first invalid field, but not the violated
 * rule, unless the operation has an error for it; the client has the same rules.
 */
export function validate(operation: AnyOperation, raw: Input): Result<Input, ErrorName> {
  const checked: Record<string, unknown> = {};
  for (const part of PARTS) {
    const schema = operation[part] as AnyOperation['body'] | undefined;
    if (!schema) continue;
    if (part !== 'body' && hasNul(raw[part])) return err('required_field');
    const parsed = schema.safeParse(raw[part]);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      return err(operation.ruleErrors[issue?.message ?? ''] ?? 'required_field', issue?.path.join('.') || undefined);
    }
    checked[part] = parsed.data;
  }
  return ok(checked as unknown as Input);
}

/** PostgreSQL text cannot contain NUL. Bodies are checked when they are parsed. */
function hasNul(values: unknown): boolean {
  return Object.values(values ?? {}).some((value) => typeof value === 'string' && value.includes('\0'));
}
