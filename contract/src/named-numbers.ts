import * as z from 'zod/mini';

const NAMES = new WeakMap<object, Readonly<Record<string, number>>>();

/** One of several numbers, each with a name that the description of the API shows. */
export function namedNumbers<const Names extends Readonly<Record<string, number>>>(names: Names, message?: string) {
  const schema = z.literal(Object.values(names) as Names[keyof Names][], message);
  NAMES.set(schema, names);
  return schema;
}

/** Names of the numbers that a schema accepts; undefined for any other schema. */
export function namesOfNumbers(schema: object): Readonly<Record<string, number>> | undefined {
  return NAMES.get(schema);
}
