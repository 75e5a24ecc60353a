import { ERRORS, type ErrorName } from '@wattle/contract/errors.ts';
import type { BodyOf } from '@wattle/contract/operation.ts';
import { isNameOf } from '@wattle/contract/rules/typed-names.ts';
import type * as z from 'zod/mini';
import type { Problems } from './form.domain.ts';

type Issue = { readonly code: string; readonly path: readonly PropertyKey[]; readonly message: string };

type Checked = {
  readonly success: boolean;
  readonly data?: unknown;
  readonly error?: { readonly issues: readonly Issue[] };
};

/** Form field for a field of the wire; the same name unless another is given. */
export type FieldNames<Name extends string> = Readonly<Record<string, Name>>;

export function fieldFor<Name extends string>(
  fields: Readonly<Record<Name, unknown>>,
  names: FieldNames<Name>,
  wireName: string | undefined,
): Name | undefined {
  const name = wireName === undefined ? undefined : (names[wireName] ?? wireName);
  return name !== undefined && isNameOf(fields, name) ? name : undefined;
}

/** Checked values: the first problem of each field of the form. Without problems the body is there and may be sent. */
export type CheckedBody<Name extends string, Body> = { readonly problems: Problems<Name>; readonly body: Body | null };

/** Checks a body against the operation's schema. */
export function parseBody<Name extends string, O extends { readonly body: z.ZodMiniType }>(
  fields: Readonly<Record<Name, unknown>>,
  { body: shape }: O,
  body: unknown,
  names: FieldNames<NoInfer<Name>> = {},
): CheckedBody<Name, BodyOf<O>> {
  const { error, data } = shape.safeParse(body) as Checked;
  const found: Partial<Record<Name, string>> = {};
  for (const issue of error?.issues ?? []) {
    const name = fieldFor(fields, names, String(issue.path[0]));
    if (name !== undefined) found[name] ??= problemOf(issue);
  }
  return { problems: found, body: error ? null : (data as BodyOf<O>) };
}

/** A text above a limit that has no specific message is present, so it is not reported as missing. */
function problemOf({ code, message }: Issue): string {
  return code === 'too_big' && (message === 'required' || message === WITHOUT_WORDS) ? 'tooLong' : message;
}

/** Message of a rule that gives none. */
const WITHOUT_WORDS = 'Invalid input';

/** First problem of each field of a form, by the operation's schema of its body. */
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

/** Wire name of the field of a refusal: the one in the response, else the one the operation has for the error. */
export function refusedWireField(
  { errors, errorFields }: Refusing,
  { code, field }: { readonly code: string; readonly field?: string },
): string | undefined {
  if (field !== undefined) return field;
  const error = errors.find((name) => ERRORS[name].code === code && errorFields[name] !== undefined);
  return error && errorFields[error];
}
