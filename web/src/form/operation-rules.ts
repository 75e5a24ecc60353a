import type { BodyInputOf, ResponseOf } from '@wattle/contract/operation.ts';
import { namesOf } from '@wattle/contract/rules/typed-names.ts';
import type * as z from 'zod/mini';
import { call } from '../api/call.ts';
import type { CallFailure, CallInput, CallResult, OperationLike } from '../api/send.ts';
import { type Failed, type Problems, refusalOf, type Values } from './form.domain.ts';
import { checkBody, fieldFor, type FieldNames, refusedWireField, type Refusing } from './operation.domain.ts';
import type { FormRules } from './use-form.ts';

type Own<Name extends string> = Failed<Name> | null | undefined;
type FormOperation = OperationLike & Refusing & { readonly body: z.ZodMiniType };

type Options<O extends FormOperation, Name extends string> = {
  readonly operation: O;
  readonly body: (values: Values<Name>) => BodyInputOf<O>;
  /** Names of fields whose name on the wire differs. */
  readonly names?: FieldNames<Name>;
  /** Rules in addition to those of the operation. They take precedence. */
  readonly also?: (values: Values<Name>) => Problems<Name>;
  /** Fields of a refusal if neither the response nor the operation names one; defaults to a form's only field. */
  readonly blamed?: readonly Name[];
  /** Sends the body in another way than as a call of the signed-in user. */
  readonly send?: (body: BodyInputOf<O>) => Promise<CallResult<ResponseOf<O>>>;
  readonly onDone: (answer: ResponseOf<O>, values: Values<Name>) => void | Promise<void>;
  /** Handles refusals that this page treats differently. `undefined` leaves a refusal to the form. */
  readonly onRefused?: (failure: CallFailure, values: Values<Name>) => Own<Name> | Promise<Own<Name>>;
};

/** Rules of a form that an operation checks and submits: its schema, its call and its refusals. */
export function operationRules<O extends FormOperation, Name extends string>(
  fields: Readonly<Record<Name, unknown>>,
  options: Options<O, NoInfer<Name>>,
): FormRules<Name> {
  const { operation, body, names = {}, also, onDone, onRefused } = options;
  const all: readonly Name[] = namesOf(fields);
  const blamed = options.blamed ?? (all.length === 1 ? all : []);
  const send = options.send ?? ((input) => call(operation, { body: input } as unknown as CallInput<O>));
  return {
    check: (values) => ({ ...checkBody(fields, operation, body(values), names), ...also?.(values) }),
    submit: async (values) => {
      const answer = await send(body(values));
      if (answer.ok) {
        await onDone(answer.value, values);
        return null;
      }
      const own = await onRefused?.(answer, values);
      if (own !== undefined) return own;
      const at = fieldFor(fields, names, refusedWireField(operation, answer));
      return { refusal: refusalOf(answer, at === undefined ? blamed : [at], navigator.onLine) };
    },
  };
}
