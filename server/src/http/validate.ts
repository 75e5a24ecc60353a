import type { AnyOperation } from '@wattle/contract/operation.ts';
import { err, ok, type Result } from '@wattle/contract/errors.ts';

export type Input = { readonly params: unknown; readonly query: unknown; readonly body: unknown };

/** Parts that an operation does not declare are not read. */
const PARTS = ['params', 'query', 'body'] as const;

/**
 * Validates the input against the operation. A failure names the first invalid field, but not the violated
 * rule; the client has the same rules.
 */
export function validate(operation: AnyOperation, raw: Input): Result<Input, 'required_field'> {
  const checked: Record<string, unknown> = {};
  for (const part of PARTS) {
    const schema = operation[part] as AnyOperation['body'] | undefined;
    if (!schema) continue;
    if (part !== 'body' && hasNul(raw[part])) return err('required_field');
    const parsed = schema.safeParse(raw[part]);
    if (!parsed.success) {
      const path = parsed.error.issues[0]?.path.join('.');
      return err('required_field', path || undefined);
    }
    checked[part] = parsed.data;
  }
  return ok(checked as unknown as Input);
}

/** PostgreSQL text cannot contain NUL. Bodies are checked when they are parsed. */
function hasNul(values: unknown): boolean {
  return Object.values(values ?? {}).some((value) => typeof value === 'string' && value.includes('\0'));
}
