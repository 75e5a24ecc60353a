import { BYTES_TYPE, FIELDS_HEADER } from '@wattle/contract/rules/bytes-call.ts';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { givenApp, type TestApp } from '../../test-support/app.ts';
import { give, givenStaff, type TestStaff } from '../../test-support/desk/desk.ts';
import { givenTenant } from '../../test-support/factories.ts';
import { deskCommands } from '../compose/desk-commands.ts';

/** Words of OpenAPI 3.0, which JSON Schema 2020-12 does not have, and definitions that nothing here refers to. */
const FOREIGN = ['nullable', 'example', 'discriminator', '$defs'] as const;
const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];

const text = z.string().min(1);
const media = z.strictObject({ schema: z.looseObject({}) });
const content = z.strictObject({ 'application/json': media });
/** A command that takes a file has its inputs in a header beside it. */
const fileContent = z.strictObject({ [BYTES_TYPE]: media });
const fields = z.strictObject({
  name: z.literal(FIELDS_HEADER),
  in: z.literal('header'),
  required: z.literal(true),
  description: text,
  content,
});
const operation = z.strictObject({
  operationId: z.string().regex(/^[a-z]+(-[a-z]+)*$/),
  summary: text,
  tags: z.tuple([z.enum(['look', 'act', 'view', 'decide', 'staff'])]),
  'x-permission': text,
  'x-needs-approval': z.boolean(),
  parameters: z
    .array(z.union([z.strictObject({ $ref: text }), fields]))
    .min(1)
    .max(2),
  requestBody: z.strictObject({ required: z.literal(true), content: z.union([content, fileContent]) }),
  responses: z.strictObject({
    '200': z.strictObject({ description: text, content }),
    default: z.strictObject({ description: text, content }),
  }),
});
/** The parts of OpenAPI 3.1 that this description may have, after its specification, 4.7 and 4.8. */
const document = z.strictObject({
  openapi: z.string().regex(/^3\.1\.\d+$/),
  info: z.strictObject({ title: text, version: text }),
  servers: z.tuple([z.strictObject({ url: z.literal('/') })]),
  security: z.array(z.record(text, z.tuple([]))),
  paths: z.record(z.string().startsWith('/desk/commands/'), z.strictObject({ post: operation })),
  components: z.strictObject({
    securitySchemes: z.record(
      text,
      z.union([
        z.strictObject({ type: z.literal('http'), scheme: z.literal('bearer') }),
        z.strictObject({ type: z.literal('apiKey'), in: z.enum(['cookie', 'header']), name: text }),
      ]),
    ),
    parameters: z.record(
      text,
      z.strictObject({
        name: text,
        in: z.literal('header'),
        required: z.literal(true),
        description: text,
        schema: z.looseObject({ type: z.literal('string') }),
      }),
    ),
    schemas: z.record(text, z.looseObject({ type: z.literal('object') })),
  }),
});
type Document = z.output<typeof document>;

let test: TestApp;
let member: TestStaff;
let described: Document;
beforeAll(async () => {
  test = await givenApp();
  member = await givenStaff(test.ctx, (await givenTenant(test.ctx)).id);
  const response = await test.app.inject({ url: '/desk/openapi.json', headers: member.headers });
  described = document.parse(response.json());
});
afterAll(() => test.close());

type Schema = Readonly<Record<string, unknown>>;

/** Every object of the description, with its place. */
function* objectsIn(value: unknown, at = ''): Generator<readonly [string, Schema]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [at, value as Schema];
  for (const [key, inside] of Object.entries(value)) yield* objectsIn(inside, `${at}/${key}`);
}

/** Faults of one object of the description: of a schema, or of a reference. */
function faultsOf({ type, $ref, required, properties, ...rest }: Schema): string[] {
  const names = Object.keys(properties ?? {});
  const isSchema = typeof type === 'string' && !('in' in rest) && !('scheme' in rest);
  return [
    ...(isSchema && !TYPES.includes(type) ? [`no type: ${type}`] : []),
    ...(isSchema ? FOREIGN.filter((word) => word in rest) : []),
    ...(isSchema && Array.isArray(required) && properties !== undefined
      ? (required as string[]).filter((name) => !names.includes(name)).map((name) => `requires ${name}, which is none`)
      : []),
    ...(typeof $ref === 'string' && referred($ref) === undefined ? [`nothing at ${$ref}`] : []),
  ];
}

function referred(reference: string): unknown {
  const [root, ...steps] = reference.split('/');
  if (root !== '#') return undefined;
  return steps.reduce<unknown>((from, step) => (from as Schema | undefined)?.[step], described);
}

const schemaIn = (of: unknown): Schema | undefined => content.safeParse(of).data?.['application/json'].schema;

function bodyOf(name: string): Schema {
  const { requestBody, parameters = [] } = described.paths[`/desk/commands/${name}`]?.post ?? {};
  const [, beside] = parameters;
  return schemaIn(requestBody?.content) ?? schemaIn(beside && 'content' in beside && beside.content) ?? {};
}

const answerOf = (name: string): Schema =>
  described.paths[`/desk/commands/${name}`]?.post.responses['200'].content['application/json'].schema ?? {};

describe('the commands as OpenAPI', () => {
  it('are those that are declared, each once and by its name', () => {
    const names = [...deskCommands.keys()].toSorted();
    expect(names.length).toBeGreaterThan(80);
    expect(Object.keys(described.paths).toSorted()).toEqual(names.map((name) => `/desk/commands/${name}`));
    expect(
      Object.values(described.paths)
        .map(({ post }) => post.operationId)
        .toSorted(),
    ).toEqual(names);
  });

  it('have schemas of JSON Schema 2020-12, and references that lead somewhere', () => {
    const faults = [...objectsIn(described)].flatMap(([at, one]) => faultsOf(one).map((fault) => `${at}: ${fault}`));
    expect(faults).toEqual([]);
  });

  it('say what a command takes, and whether a second person approves it', () => {
    expect(bodyOf('load')).toMatchObject({
      required: ['input', 'reason'],
      additionalProperties: false,
      properties: { input: { required: ['account', 'amount'], additionalProperties: false } },
    });
    expect(bodyOf('requests')).toMatchObject({ required: ['input'] });
    for (const [path, { post }] of Object.entries(described.paths)) {
      const command = deskCommands.get(path.replace('/desk/commands/', ''));
      expect([path, post['x-permission']]).toEqual([path, command?.permission]);
      const { required } = bodyOf(post.operationId);
      expect([path, (required as string[]).includes('reason')]).toEqual([path, post['x-needs-approval']]);
    }
  });

  it('describe the answers that commands give', async () => {
    for (const name of ['staff', 'requests', 'programme', 'cases', 'dead-letters', 'suspense']) {
      const { status, body } = await give(test, member, name);
      expect([name, status]).toEqual([name, 200]);
      const { properties } = answerOf(name) as { properties: { rows: { items: { properties: object } } } };
      const known = Object.keys(properties.rows.items.properties);
      for (const row of body.rows ?? []) expect(known).toEqual(expect.arrayContaining(Object.keys(row)));
    }
  });

  it('are for staff alone', async () => {
    expect((await test.app.inject('/desk/openapi.json')).statusCode).toBe(401);
  });

  it('name the cookie and the header that pages send', () => {
    const pages = readFileSync(path.join(import.meta.dirname, '../../../desk-web/src/calls/send.ts'), 'utf8');
    const { cookie, page } = described.components.securitySchemes;
    expect(cookie).toMatchObject({ in: 'cookie', name: '__Host-wattle-desk' });
    expect(page).toMatchObject({ in: 'header', name: 'Wattle-Desk' });
    expect(pages).toContain('Wattle-Desk');
  });
});
