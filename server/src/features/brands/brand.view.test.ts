import { expect, test } from 'vitest';
import tui from '../../../../brands/tui/brand.json' with { type: 'json' };
import { brandSettings } from './brand-settings.ts';
import { toBrandView } from './brand.view.ts';

test('words of a brand have its name and its support phone in the place of %1 and %2, and addresses are left alone', () => {
  const settings = brandSettings.parse({
    ...tui.settings,
    SupportPhoneNumber: '1300 555 013',
    PDSText: 'The issuer of %1 is a bank: call %2.',
    TermsUrl: 'https://kea.example/terms%20of%1',
  });
  const view = toBrandView(
    {
      id: 7,
      tenantId: 1,
      tenantName: 'Tenant',
      identifier: 'kea',
      name: 'Kea Money',
      settings,
      texts: { enAU: {}, zhCN: {} },
      updatedAt: '2026-11-20T02:00:00Z',
      assets: new Map([['logo.svg', 'v1']]),
      themeColour: undefined,
      tokens: '',
    },
    '2026-11-20T02:00:00Z',
  );
  expect(view.PDSText).toBe('The issuer of Kea Money is a bank: call 1300 555 013.');
  expect(view.TermsUrl).toBe('https://kea.example/terms%20of%1');
  expect(view.Assets.Logo).toBe('/assets/brands/kea/logo.svg?v=v1');
});
