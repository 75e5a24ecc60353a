import type { TestApp } from '../app.ts';
import { givenDraft, givenWholeBrand } from '../brand-versions.ts';
import type { DeskSample, Sample } from './desk-sample.ts';

/** A programme with a brand whose first version is published, and a draft where one is wanted. */
async function givenBrands({ ctx }: TestApp, hasDraft: boolean, input: DeskSample['input']): Promise<DeskSample> {
  const brand = await givenWholeBrand(ctx);
  if (hasDraft) await givenDraft(ctx, brand, 'Another name');
  const sql = `
    SELECT b.name, b.settings, b.texts, v.version, v.state, v.digest
      FROM brand b LEFT JOIN brand_version v ON v.brand_id = b.id WHERE b.id = $1 ORDER BY v.version`;
  return {
    tenantId: brand.tenantId,
    input: Object.fromEntries(
      Object.entries(input).map(([name, value]) => [name, value === '{brand}' ? brand.identifier : value]),
    ),
    state: async () => JSON.stringify(await ctx.asOwner(sql, [brand.id])),
    marked: [],
  };
}

const looking = (input: DeskSample['input'], elsewhere: Sample['elsewhere'] = 'not_found'): Sample => ({
  roles: ['viewer', 'agent', 'manager'],
  needsApproval: false,
  elsewhere,
  given: (test) => givenBrands(test, true, input),
});

const acting = (input: DeskSample['input'], hasDraft = false): Sample => ({
  roles: ['agent', 'manager'],
  needsApproval: false,
  elsewhere: 'not_found',
  given: (test) => givenBrands(test, hasDraft, input),
});

const CHANGES = JSON.stringify({ 'settings.SupportPhoneNumber': '1300 555 091' });

export const BRAND_SAMPLES: Readonly<Record<string, Sample>> = {
  brands: looking({}, 'no rows'),
  'brand-versions': looking({ brand: '{brand}' }),
  'brand-values': looking({ brand: '{brand}' }),
  'brand-words': looking({ brand: '{brand}', search: 'lost' }),
  'brand-pictures': looking({ brand: '{brand}' }),
  'brand-preview': looking({ brand: '{brand}' }),
  'check-brand': looking({ brand: '{brand}' }),
  'try-brand-links': looking({ brand: '{brand}' }),
  'compare-brand': looking({ brand: '{brand}' }),
  'draft-brand': acting({ brand: '{brand}', from: '1', changes: CHANGES }),
  'draft-brand-picture': acting({ brand: '{brand}', from: '1', picture: 'logo.svg' }),
  'drop-brand-draft': acting({ brand: '{brand}' }, true),
  'publish-brand': { ...acting({ brand: '{brand}', version: '2' }, true), needsApproval: true },
};
