import { ERRORS, type ErrorName } from '@wattle/contract/errors.ts';
import type * as z from 'zod/mini';
import type { Problems } from './form.domain.ts';

type Checked = {
  readonly success: boolean;
  readonly data?: unknown;
  readonly error?: { readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[] };
};

/** The field of a form for a field of the wire; the same name where none is given. */
export type FieldNames<Name extends string> = Readonly<Record<string, Name>>;

export function fieldFor<Name extends string>(
  fields: Readonly<Record<Name, unknown>>,
  names: FieldNames<Name>,
  wireName: string | undefined,
): Name | undefined {
  const name = wireName === undefined ? undefined : (names[wireName] ?? wireName);
  return name !== undefined && Object.hasOwn(fields, name) ? (name as Name) : undefined;
}

/**
 * A body by the shape that the operation gives it: the first problem of each field of a form, or the body as it is
 * sent, null where it does not fit.
 */
export function parseBody<Name extends string>(
  fields: Readonly<Record<Name, unknown>>,
  { body: shape }: { readonly body: z.ZodMiniType },
  body: unknown,
  names: FieldNames<NoInfer<Name>> = {},
): { readonly problems: Problems<Name>; readonly body: Readonly<Record<string, unknown>> | null } {
  const { error, data } = shape.safeParse(body) as Checked;
  const found: Partial<Record<Name, string>> = {};
  for (const { path, message } of error?.issues ?? []) {
    const name = fieldFor(fields, names, String(path[0]));
    if (name !== undefined) found[name] ??= message;
  }
  return { problems: found, body: error ? null : (data as Readonly<Record<string, unknown>>) };
}

/** The first problem of each field of a form, by the shape that the operation gives its body. */
export function checkBody<Name extends string>(
  fields: Readonly<Record<Name, unknown>>,
  operation: { readonly body: z.ZodMiniType },
  body: unknown,
  names: FieldNames<NoInfer<Name>> = {},
): Problems<Name> {
  return parseBody(fields, operation, body, names).problems;
}

export type Refusing = {
  readonly errors: readonly ErrorName[];
  readonly errorFields: Readonly<Partial<Record<ErrorName, string>>>;
};

/** The wire's name of the field that a refusal is about: the answer's own word, else what the operation says of the error. */
export function refusedWireField(
  { errors, errorFields }: Refusing,
  { code, field }: { readonly code: string; readonly field?: string },
): string | undefined {
  if (field !== undefined) return field;
  const error = errors.find((name) => ERRORS[name].code === code && errorFields[name] !== undefined);
  return error && errorFields[error];
}
