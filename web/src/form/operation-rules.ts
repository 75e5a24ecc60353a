import type { BodyInputOf, ResponseOf } from '@wattle/contract/operation.ts';
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
  /** Where a field is called otherwise on the wire. */
  readonly names?: FieldNames<Name>;
  /** Rules that the operation does not know. They stand above its own. */
  readonly also?: (values: Values<Name>) => Problems<Name>;
  /** Fields that a refusal is about when neither the answer nor the operation names one; of one field, that field. */
  readonly blamed?: readonly Name[];
  /** Another call than the signed-in person's own. */
  readonly send?: (body: BodyInputOf<O>) => Promise<CallResult<ResponseOf<O>>>;
  readonly onDone: (answer: ResponseOf<O>, values: Values<Name>) => void | Promise<void>;
  /** For refusals that this page treats otherwise. `undefined` leaves one to the form. */
  readonly onRefused?: (failure: CallFailure) => Own<Name> | Promise<Own<Name>>;
};

/** Checks and submits a form by an operation: its shape, its call, its refusals. */
export function operationRules<O extends FormOperation, Name extends string>(
  fields: Readonly<Record<Name, unknown>>,
  options: Options<O, NoInfer<Name>>,
): FormRules<Name> {
  const { operation, body, names = {}, also, onDone, onRefused } = options;
  const all = Object.keys(fields) as Name[];
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
      const own = await onRefused?.(answer);
      if (own !== undefined) return own;
      const at = fieldFor(fields, names, refusedWireField(operation, answer));
      return { refusal: refusalOf(answer, at === undefined ? blamed : [at], navigator.onLine) };
    },
  };
}
