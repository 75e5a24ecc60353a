import * as z from 'zod';
import type { DeskCommand } from './desk-command.ts';
import type { GivenInput } from './given-input.domain.ts';

type Schema = DeskCommand['input']['shape'][string];

/** The schema of the typed text, without the schemas that make it optional or convert it. */
function typedSchema(schema: unknown): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return typedSchema(schema.unwrap());
  if (schema instanceof z.ZodPipe) return typedSchema(schema.in);
  // A union here is of a text and the empty text of a file's empty column.
  if (schema instanceof z.ZodUnion) return typedSchema(schema.options.find((one) => !(one instanceof z.ZodLiteral)));
  return schema as z.ZodType;
}

/** Fields with contacts or bank accounts of a person, and the part of them that all staff may read. */
export const PERSONAL = z.registry<{ readonly mask: (value: string) => string }>();

/** Input of a request as all staff may read it. */
export function maskedInput(command: DeskCommand | undefined, given: GivenInput): GivenInput {
  return Object.fromEntries(
    Object.entries(given).map(([field, value]) => {
      const schema = command?.input.shape[field];
      const mask = schema && PERSONAL.get(typedSchema(schema))?.mask;
      return [field, mask && typeof value === 'string' ? mask(value) : value];
    }),
  );
}

/** Values that a field accepts; undefined: the field has no list of values. */
export function choicesOf(schema: Schema): readonly string[] | undefined {
  const typed = typedSchema(schema);
  if (typed instanceof z.ZodBoolean) return ['true', 'false'];
  return typed instanceof z.ZodEnum ? typed.options.map(String).filter((option) => option !== '') : undefined;
}

/** Words for the values of a field, to complete "--field takes …". */
export function takenBy(schema: Schema): string {
  const choices = choicesOf(schema);
  if (choices) return [choices.slice(0, -1).join(', '), choices.at(-1)].filter(Boolean).join(' or ');
  const typed = typedSchema(schema);
  if (typed.description !== undefined) return typed.description;
  if (typed instanceof z.ZodISODate) return 'a day, as 2026-11-30';
  if (typed instanceof z.ZodUUID) return 'the id of a file, as its list shows it';
  if (typed instanceof z.ZodString) return `a text of ${typed.minLength ?? 0} to ${typed.maxLength} characters`;
  throw new Error('an input of the desk does not say what it takes');
}

export function isSwitch(schema: Schema): boolean {
  return typedSchema(schema) instanceof z.ZodBoolean;
}

/** Fault of an input; `field` is absent if fields do not go together. */
export type InputFault = { readonly field?: string; readonly words: string };

const strictInputs = new WeakMap<DeskCommand['input'], ReturnType<DeskCommand['input']['strict']>>();

/** The input of a command and no other field. It is made once, because a schema is compiled at its first use. */
export function strictInput({ input }: Pick<DeskCommand, 'input'>): ReturnType<DeskCommand['input']['strict']> {
  const known = strictInputs.get(input);
  if (known) return known;
  const strict = input.strict();
  strictInputs.set(input, strict);
  return strict;
}

/** Fields that a command needs and that were not given, and the first fault of those that were. */
export function faultsOf(command: DeskCommand, given: GivenInput): { missing: string[]; fault?: InputFault } {
  const { input } = command;
  const checked = strictInput(command).safeParse(given);
  if (checked.success) return { missing: [] };
  const { issues } = checked.error;
  const missing = issues.flatMap(({ path: [field] }) =>
    typeof field === 'string' && !(field in given) ? [field] : [],
  );
  const issue = issues.find(({ path: [field] }) => !missing.includes(String(field)));
  if (!issue) return { missing };
  const [field] = issue.path;
  if (typeof field !== 'string') return { missing, fault: { words: issue.message } };
  const schema = input.shape[field];
  const own = /^must |; this asks for /.test(issue.message) ? issue.message : undefined;
  return { missing, fault: { field, words: own ?? `takes ${schema ? takenBy(schema) : 'nothing'}` } };
}

/** Input in the form that the command compares: the same request is the same however it was spaced. */
export function canonicalInput({ input }: DeskCommand, given: GivenInput): GivenInput {
  return Object.fromEntries(
    Object.entries(given).map(([field, value]) => {
      const read = typedSchema(input.shape[field]).safeParse(value);
      return [field, read.success && typeof read.data === 'string' ? read.data : value];
    }),
  );
}
