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
    const field = fieldOfUnstorable(raw[part]);
    if (field !== undefined) return err('required_field', field || undefined);
    const parsed = schema.safeParse(raw[part]);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      return err(operation.ruleErrors[issue?.message ?? ''] ?? 'required_field', issue?.path.join('.') || undefined);
    }
    checked[part] = parsed.data;
  }
  return ok(checked as unknown as Input);
}

/** PostgreSQL cannot store NUL or half of a surrogate pair. */
const UNSTORABLE = /[\0\p{Cs}]/u;

const DEEPEST = 20;

/** Field with a text that cannot be stored, or nested too deeply to be checked. */
export function fieldOfUnstorable(value: unknown, path: readonly string[] = []): string | undefined {
  if (typeof value === 'string') return UNSTORABLE.test(value) ? path.join('.') : undefined;
  if (path.length > DEEPEST) return path[0];
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return undefined;
  for (const [name, part] of Object.entries(value)) {
    if (UNSTORABLE.test(name)) return path.join('.');
    const found = fieldOfUnstorable(part, [...path, name]);
    if (found !== undefined) return found;
  }
  return undefined;
}
