/** A schema of OpenAPI 3, by the keywords that the kept descriptions use. */
export type Described = {
  readonly $ref?: string;
  readonly type?: string;
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Described>>;
  readonly items?: Described;
};

export type Schemas = Readonly<Record<string, Described>>;

/**
 * Where a value differs from its description. A field that the description does not have is a fault too. In a form all
 * values are texts, so a number is one that is written as a number.
 */
export function faultsOf(schema: Described, value: unknown, schemas: Schemas, at = ''): string[] {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
    return faultsOf(schemas[name] ?? { enum: [] }, value, schemas, at);
  }
  if (value === null && schema.nullable === true) return [];
  const fault = (of: string) => [`${at}: ${of}`];
  if (schema.enum && !schema.enum.includes(value)) return fault('is none of the values');
  switch (schema.type) {
    case 'string': {
      if (typeof value !== 'string') return fault('is no text');
      const { pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
      if (pattern !== undefined && !new RegExp(pattern).test(value)) return fault('is written otherwise');
      return value.length < minLength || value.length > maxLength ? fault('has another length') : [];
    }
    case 'integer': {
      const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema;
      const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
      if (typeof number !== 'number' || !Number.isInteger(number)) return fault('is no whole number');
      return number < minimum || number > maximum ? fault('is out of range') : [];
    }
    case 'boolean':
      return [true, false, 'true', 'false'].includes(value as boolean) ? [] : fault('is neither true nor false');
    case 'array': {
      if (!Array.isArray(value)) return fault('is no list');
      if (value.length > (schema.maxItems ?? Number.POSITIVE_INFINITY)) return fault('is too long');
      return value.flatMap((item, place) => faultsOf(schema.items ?? {}, item, schemas, `${at}/${place}`));
    }
    case 'object':
      return faultsOfFields(schema, value, schemas, at);
    default:
      return [];
  }
}

function faultsOfFields(schema: Described, value: unknown, schemas: Schemas, at: string): string[] {
  if (typeof value !== 'object' || value === null) return [`${at}: is no object`];
  const { properties, required = [] } = schema;
  const missing = required.filter((name) => !(name in value)).map((name) => `${at}/${name}: is missing`);
  if (!properties) return missing;
  const wrong = Object.entries(value).flatMap(([name, field]) => {
    const described = properties[name];
    return described ? faultsOf(described, field, schemas, `${at}/${name}`) : [`${at}/${name}: is not described`];
  });
  return [...missing, ...wrong];
}
