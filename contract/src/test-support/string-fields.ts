import type * as z from 'zod/mini';
import type { AnyOperation } from '../operation.ts';

type Schema = z.core.$ZodType;

/** A field of a call that takes a text: its call, its path in the request, and its schema. */
export type StringField = {
  readonly call: string;
  readonly part: 'params' | 'query' | 'body';
  readonly path: readonly string[];
  readonly schema: z.ZodMiniType;
};

/** Every field of a call that takes a text, found in its schemas. */
export function stringFieldsOf(operation: AnyOperation): StringField[] {
  return (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = operation[part] as z.ZodMiniType | undefined;
    if (!schema) return [];
    return leavesOf(schema, []).map((leaf) => ({ call: operation.name, part, ...leaf }));
  });
}

type Leaf = Pick<StringField, 'path' | 'schema'>;

/** Parts of a schema, by what zod calls it. */
type Def = {
  readonly type: string;
  readonly innerType?: Schema;
  readonly in?: Schema;
  readonly element?: Schema;
  readonly valueType?: Schema;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly options?: readonly Schema[];
};

const defOf = (schema: Schema) => schema._zod.def as unknown as Def;

/** Whether a schema takes a text and nothing else. */
function isText(schema: Schema): boolean {
  const { type, innerType, in: first, options } = defOf(schema);
  if (type === 'string') return true;
  if (type === 'pipe' && first) return isText(first);
  if ((type === 'optional' || type === 'nullable') && innerType) return isText(innerType);
  return type === 'union' && options !== undefined && options.every(isText);
}

function leavesOf(schema: Schema, path: readonly string[]): Leaf[] {
  if (isText(schema)) return [{ path, schema: schema as z.ZodMiniType }];
  const { innerType, in: first, element, valueType, shape, options } = defOf(schema);
  const inner = innerType ?? first;
  if (inner) return leavesOf(inner, path);
  if (element) return leavesOf(element, [...path, '0']);
  if (valueType) return leavesOf(valueType, [...path, 'some']);
  if (shape) return Object.entries(shape).flatMap(([name, part]) => leavesOf(part, [...path, name]));
  return (options ?? []).flatMap((option) => leavesOf(option, path));
}
