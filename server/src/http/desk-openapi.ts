import manifest from '../../package.json' with { type: 'json' };
import { BYTES_TYPE, FIELDS_HEADER } from '@wattle/contract/rules/bytes-call.ts';
import { definitionOf, type DeskCommands, jsonSchemaOf, REASON_MAXIMUM } from '../features/desk/public.ts';

type Json = { readonly [key: string]: unknown };

const json = (schema: Json): Json => ({ 'application/json': { schema } });

/** Inputs beside a file, whose bytes are the body. */
const fieldsOf = (body: Json): Json => ({
  name: FIELDS_HEADER,
  in: 'header',
  required: true,
  description: 'As JSON, percent-encoded.',
  content: json(body),
});
const fileOf = (maximum: number): Json => ({
  [BYTES_TYPE]: { schema: { type: 'string', contentMediaType: BYTES_TYPE, maxLength: maximum } },
});

/** The commands of the desk as OpenAPI 3.1, from the declarations that check every call. */
export function deskOpenApiOf(commands: DeskCommands): Json {
  const paths = [...commands.values()].map((command): [string, Json] => {
    const { name, summary, permission, needsApproval, inputs, takesFile } = definitionOf(command);
    const input = {
      type: 'object',
      properties: Object.fromEntries(inputs.map((one) => [one.name, { ...one.schema, description: one.takes }])),
      required: inputs.filter((one) => one.isRequired).map((one) => one.name),
      additionalProperties: false,
    };
    const body = {
      type: 'object',
      properties: { input, reason: { type: 'string', maxLength: REASON_MAXIMUM } },
      required: ['input', ...(needsApproval ? ['reason'] : [])],
      additionalProperties: false,
    };
    const rows = { type: 'array', items: jsonSchemaOf(command.answer, 'output') };
    const request = { $ref: '#/components/schemas/Request' };
    const shownOnce = {
      type: 'array',
      items: { type: 'string' },
      description: 'Columns of rows that are in this answer alone: nothing keeps them.',
    };
    const done = { $ref: '#/components/schemas/Done' };
    const answer = {
      type: 'object',
      properties: {
        rows,
        hasMore: { type: 'boolean' },
        ...(needsApproval && { request }),
        ...(name === 'approve' && { shownOnce }),
        ...(command.done && !needsApproval && { done }),
      },
      required: ['rows', 'hasMore', ...(needsApproval ? ['request'] : [])],
    };
    const described = {
      operationId: name,
      summary,
      tags: [permission],
      'x-permission': permission,
      'x-needs-approval': needsApproval,
      parameters: [{ $ref: '#/components/parameters/Key' }, ...(takesFile ? [fieldsOf(body)] : [])],
      requestBody: { required: true, content: takesFile ? fileOf(takesFile.maximum) : json(body) },
      responses: {
        '200': {
          description: needsApproval ? 'Asked for: a second person approves it' : 'Done',
          content: json(answer),
        },
        default: { description: 'Refused', content: json({ $ref: '#/components/schemas/Refusal' }) },
      },
    };
    return [`/desk/commands/${name}`, { post: described }];
  });
  return {
    openapi: '3.1.0',
    info: { title: 'Wattle, the desk', version: manifest.version },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }, { cookie: [], page: [] }],
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        cookie: { type: 'apiKey', in: 'cookie', name: '__Host-wattle-desk' },
        page: { type: 'apiKey', in: 'header', name: 'Wattle-Desk' },
      },
      parameters: {
        Key: {
          name: 'Idempotency-Key',
          in: 'header',
          required: true,
          description: 'One key for one intent, sent again with every retry.',
          schema: { type: 'string', pattern: '^[\\x21-\\x7e]{8,64}$' },
        },
      },
      schemas: {
        Request: {
          type: 'object',
          description: 'Nothing was done yet: a second person has to approve this.',
          properties: { id: { type: 'string' }, expiresAt: { type: 'string', format: 'date-time' } },
          required: ['id', 'expiresAt'],
        },
        Done: {
          type: 'object',
          description: 'What became of the command, in English.',
          properties: {
            words: { type: 'string' },
            reference: { type: 'string', description: 'A number to read out.' },
            next: { type: 'string' },
            isList: { type: 'boolean', description: 'The rows are to be read as well.' },
            object: { type: 'string', description: 'What it was about, as `card:49`.' },
          },
          required: ['words'],
        },
        Refusal: {
          type: 'object',
          properties: {
            error: { type: 'string' },
            field: { type: 'string', description: 'The input at fault.' },
            words: { type: 'string', description: 'What is wrong with a file, a line for each fault.' },
            requestId: { type: 'string' },
          },
          required: ['error', 'requestId'],
        },
      },
    },
  };
}
