import { readFileSync } from 'node:fs';
import { namesOf } from '@wattle/contract/rules/typed-names.ts';
import { describe, expect, it } from 'vitest';
import { bodyOf, bodySchema, CATALOGUE, catalogueInWords, exampleOf } from './catalogue.ts';

const TYPES = namesOf(CATALOGUE);

describe('the catalogue of events', () => {
  it.each(TYPES)('%s has an example that its schema takes, and takes nothing beside', (type) => {
    const body: unknown = JSON.parse(exampleOf(type));
    expect(bodySchema(type).safeParse(body).error).toBeUndefined();
    const { data, ...rest } = body as { data: object };
    expect(bodySchema(type).safeParse({ ...rest, data: { ...data, firstName: 'Ann' } }).success).toBe(false);
  });

  it('has names that receivers can match, and room below 20 kB', () => {
    expect(TYPES.filter((type) => !/^[a-zA-Z0-9_]+(\.[a-zA-Z0-9_]+)+$/.test(type))).toEqual([]);
    expect(TYPES.filter((type) => Buffer.byteLength(exampleOf(type)) > 2_000)).toEqual([]);
  });

  it('tells nothing of a person and no number of a card', () => {
    const fields = TYPES.flatMap((type) => Object.keys(CATALOGUE[type].fields.shape));
    expect(
      [...new Set(fields)].filter((name) => /name|email|mobile|phone|address|birth|number|pan|text|words/i.test(name)),
    ).toEqual([]);
    expect(TYPES.filter((type) => /\d{12,}/.test(exampleOf(type).replace(/[\da-f]{8}-[\da-f-]{27}/g, '')))).toEqual([]);
  });

  it('writes the bytes of a delivery in one way', () => {
    const event = { id: 1204n, type: 'card.pin_changed', object: 'card:49', data: { state: 'Active' }, atMs: 0 };
    expect(bodyOf(event, 'production')).toBe(
      '{"type":"card.pin_changed","timestamp":"1970-01-01T00:00:00.000Z","data":{"id":"card:49","version":1,"sequence":1204,"state":"Active"}}',
    );
  });

  it('is what the page for receivers says', () => {
    const page = readFileSync(new URL('../../../../docs/integrate/webhooks.md', import.meta.url), 'utf8');
    expect(page).toContain(catalogueInWords());
  });
});
