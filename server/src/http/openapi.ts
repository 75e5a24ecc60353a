import manifest from '../../package.json' with { type: 'json' };
import { BYTES_FIELD, BYTES_TYPE, FIELDS_HEADER } from '@wattle/contract/rules/bytes-call.ts';
import { ERRORS, type ErrorName } from '@wattle/contract/errors.ts';
import { IDEMPOTENCY_KEY, idempotencyKey } from '@wattle/contract/idempotency.ts';
import { namesOfNumbers } from '@wattle/contract/named-numbers.ts';
import type { AnyOperation } from '@wattle/contract/operation.ts';
import * as z from 'zod/mini';
import type { Route } from './handle.ts';

type Json = { readonly [key: string]: unknown };

/** Errors that any call may return in addition to its own. */
const SHARED_ERRORS: readonly ErrorName[] = ['required_field', 'too_many_requests', 'unexpected', 'unavailable'];

function schemaOf(schema: AnyOperation['body'], io: 'input' | 'output'): Json {
  const options = { io, unrepresentable: 'any', reused: 'inline', override: nameNumbers } as const;
  const { $schema: _, ...rest } = z.toJSONSchema(schema, options) as Json;
  return rest;
}

/** Numeric codes have names, for readers and client generators. */
function nameNumbers({ zodSchema, jsonSchema }: { zodSchema: object; jsonSchema: Record<string, unknown> }): void {
  const names = namesOfNumbers(zodSchema);
  if (!names) return;
  jsonSchema['description'] = Object.entries(names)
    .map(([name, number]) => `${number}: ${name}`)
    .join(', ');
  jsonSchema['x-enum-varnames'] = Object.keys(names);
}

function parametersOf(schema: AnyOperation['query'] | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: value,
  }));
}

/** Calls that move money take an idempotency key; its schema is from the contract. */
const KEY_HEADER: Json = {
  name: IDEMPOTENCY_KEY,
  in: 'header',
  required: true,
  description: 'One key for one intent, sent again with every retry; 409 where it stood for another body.',
  schema: schemaOf(idempotencyKey, 'input'),
};

/** Content of a request body, by its type. */
function bodyContentOf({ encoding, body }: AnyOperation): Json {
  if (encoding === 'bytes') return { [BYTES_TYPE]: { schema: { type: 'string', format: 'binary' } } };
  const type = encoding === 'json' ? 'application/json' : 'application/x-www-form-urlencoded';
  return { [type]: { schema: schemaOf(body, 'input') } };
}

/** Fields that accompany the bytes of a file. */
function fieldsHeader({ body }: AnyOperation): Json {
  const {
    properties = {},
    required = [],
    ...rest
  } = schemaOf(body, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  const { [BYTES_FIELD]: _, ...fields } = properties;
  const schema = { ...rest, properties: fields, required: required.filter((name) => name !== BYTES_FIELD) };
  return {
    name: FIELDS_HEADER,
    in: 'header',
    required: true,
    description: 'The fields beside the file, as JSON that is encoded like a part of an address.',
    content: { 'application/json': { schema } },
  };
}

/** Content of a response, by its type. */
function contentOf({ operation, kind, isStream = false }: Route): Json {
  if (kind === 'document') return { '*/*': { schema: { type: 'string', format: 'binary' } } };
  const schema = schemaOf(operation.response, 'output');
  return { [isStream ? 'text/event-stream' : 'application/json']: { schema } };
}

function answersOf(route: Route): Json {
  const { operation, isStream = false } = route;
  const names: ErrorName[] = [...operation.errors, ...SHARED_ERRORS];
  if (operation.auth !== 'public') names.push('bad_bearer', 'scope_refused');
  const byStatus = Map.groupBy(new Set(names), (name) => ERRORS[name].status);
  const refusals = [...byStatus].map(([status, group]): [string, Json] => [
    String(status),
    {
      description: [...new Set(group.map((name) => `${ERRORS[name].code} (${name})`))].join(', '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  ]);
  return {
    '200': {
      description: isStream ? 'A stream; the data of each event is one message' : 'Done',
      content: contentOf(route),
    },
    ...Object.fromEntries(refusals.toSorted(([a], [b]) => a.localeCompare(b))),
  };
}

function describe(route: Route): Json {
  const { operation, kind } = route;
  const parameters = [...parametersOf(operation.params, 'path'), ...parametersOf(operation.query, 'query')];
  if (operation.money) parameters.push(KEY_HEADER);
  if (operation.encoding === 'bytes') parameters.push(fieldsHeader(operation));
  return {
    operationId: operation.name,
    summary: operation.summary,
    tags: [operation.path.split('/')[0]?.toLowerCase() ?? ''],
    // Proof required besides the token: `none`, `session`, `fresh` or `bound`, and in which cases.
    'x-proof': operation.proof,
    security: kind === 'session' ? [{ bearer: [] }] : kind === 'signed' ? [{ signature: [], timestamp: [] }] : [],
    ...(parameters.length > 0 && { parameters }),
    ...(operation.body && {
      requestBody: { required: true, content: bodyContentOf(operation) },
    }),
    responses: answersOf(route),
  };
}

/** The contract as OpenAPI 3.1, generated from the schemas that validate every call. */
export function openApiOf(routes: readonly Route[]): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes) {
    const path = (route.kind === 'signed' ? '/network/' : '/api/') + route.operation.path;
    paths[path] = { ...paths[path], [route.operation.method.toLowerCase()]: describe(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Wattle',
      version: manifest.version,
      description:
        'Self-service portal for card holders. Paths ignore case. A refusal is a JSON list of codes, the first one counts.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        signature: { type: 'apiKey', in: 'header', name: 'Wattle-Signature' },
        timestamp: { type: 'apiKey', in: 'header', name: 'Wattle-Timestamp' },
      },
      schemas: {
        Error: {
          type: 'object',
          required: ['error'],
          properties: {
            error: { type: 'array', items: { type: 'string' }, minItems: 1 },
            field: { type: 'string', description: 'Wire name of the field at fault.' },
            requestId: { type: 'string' },
          },
        },
      },
    },
  };
}
