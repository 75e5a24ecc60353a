import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../test-support/app.ts';
import { buildApp } from './app.ts';
import { routes } from '../compose/routes.ts';

let given: TestApp;
beforeAll(async () => {
  given = await givenApp();
});
afterAll(() => given.close());

type Described = {
  operationId: string;
  security: object[];
  parameters?: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { content: Record<string, { schema: { properties?: object; oneOf?: unknown[]; anyOf?: unknown[] } }> };
  responses: Record<string, { description: string }>;
};
type Document = { openapi: string; paths: Record<string, Record<string, Described>>; components: object };

async function read(): Promise<Document> {
  return (await given.app.inject('/api/openapi.json')).json();
}

describe('/api/openapi.json', () => {
  it('is OpenAPI 3.1 with every call exactly once', async () => {
    const { openapi, paths } = await read();
    expect(openapi).toBe('3.1.0');
    const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
    expect(ids.toSorted()).toEqual(routes.map(({ operation }) => operation.name).toSorted());
  });

  it('describes the input, authorisation and errors of a call', async () => {
    const { paths } = await read();
    const list = paths['/api/transaction']?.['get'];
    expect(list?.security).toEqual([{ bearer: [] }]);
    expect(list?.parameters?.map(({ name, required }) => [name, required])).toEqual([
      ['accountNumber', true],
      ['count', true],
      ['skip', true],
      ['asOf', false],
    ]);
    expect(list?.responses['400']?.description).toContain('10000 (invalid_card_details)');
    expect(Object.keys(list?.responses ?? {})).toEqual(
      expect.arrayContaining(['200', '400', '401', '403', '429', '503']),
    );
    const token = paths['/api/token']?.['post'];
    expect(token?.security).toEqual([]);
    const form = token?.requestBody?.content['application/x-www-form-urlencoded']?.schema;
    // One schema per grant type.
    expect(form?.oneOf ?? form?.anyOf).toHaveLength(8);
    expect(paths['/api/brand/{identifier}']?.['get']?.parameters).toMatchObject([
      { name: 'identifier', in: 'path', required: true },
    ]);
    expect(paths['/api/transfer/internal']?.['post']?.parameters).toMatchObject([
      { name: 'Idempotency-Key', in: 'header', required: true },
    ]);
    expect(paths['/network/authorisations']?.['post']?.security).toEqual([{ signature: [], timestamp: [] }]);
  });
});

describe('a numeric code', () => {
  type Node = { readonly enum?: readonly unknown[]; readonly 'x-enum-varnames'?: readonly string[] };

  /** Every schema with several numbers to choose from, wherever it is nested. */
  function* choicesIn(node: unknown, path: string): Generator<{ path: string; node: Node }> {
    if (typeof node !== 'object' || node === null) return;
    const { enum: values } = node as Node;
    if (values && values.length > 1 && values.every((value) => typeof value === 'number')) {
      yield { path, node };
    }
    for (const [key, child] of Object.entries(node)) yield* choicesIn(child, `${path}/${key}`);
  }

  it('has its name wherever it is sent or returned', async () => {
    const choices = [...choicesIn((await read()).paths, '')];
    expect(choices.length).toBeGreaterThan(10);
    // Security questions are ids of texts, without names.
    const unnamed = choices.filter(
      ({ path, node }) => node['x-enum-varnames']?.length !== node.enum?.length && !/\/securityQuestion$/i.test(path),
    );
    expect(unnamed.map(({ path }) => path)).toEqual([]);
  });

  it('has the name from the specification: weekly 1, fortnightly 2, monthly 3, now 20, later dated 21', async () => {
    const body = (await read()).paths['/api/transfer/external']?.['post']?.requestBody?.content['application/json'];
    expect(body?.schema.properties).toHaveProperty('PaymentFrequency', {
      type: 'number',
      enum: [1, 2, 3, 20, 21],
      default: 20,
      description: '1: weekly, 2: fortnightly, 3: monthly, 20: now, 21: laterDated',
      'x-enum-varnames': ['weekly', 'fortnightly', 'monthly', 'now', 'laterDated'],
    });
  });
});

describe('/api/docs', () => {
  it('is not served in production', async () => {
    const app = await buildApp({ ...given.ctx, config: { ...given.ctx.config, mode: 'production' } });
    for (const url of ['/api/docs', '/api/openapi.json']) expect((await app.inject(url)).statusCode).toBe(404);
    await app.close();
  });

  it('shows the same as HTML, without scripts or inline styles', async () => {
    const response = await given.app.inject('/api/docs');
    expect(response.headers['content-type']).toContain('text/html');
    for (const { operation } of routes) expect(response.body).toContain(`id="${operation.name}"`);
    expect(response.body).not.toMatch(/<script|<style|\sstyle=|\son\w+=/);
    expect((await given.app.inject('/api/docs.css')).headers['content-type']).toContain('text/css');
  });
});
