import type { FeatureFlags } from '@wattle/contract/brands/brand.ts';
import { describe, expect, it } from 'vitest';
import { transferRoutes } from '../features/transfers/routes.ts';
import { routesWith } from '../router/app-route.ts';
import { notFoundRoutes } from './not-found-routes.ts';

const features = (on: Partial<FeatureFlags>) => on as FeatureFlags;
const shown = (on: Partial<FeatureFlags>) =>
  routesWith(features(on), transferRoutes).map(({ path, title, navigation }) => [path, title, navigation?.label]);

describe('the payment pages', () => {
  it('exist for transfers, for bills and for both', () => {
    const both = [
      ['/fundsTransfer', 'transfers:title', 'common:navigation.payOrTransfer'],
      ['/payees', 'payees:title', undefined],
      ['/confirmTransfer', 'transfers:confirm.title', undefined],
    ];
    expect(shown({ transfers: true, bpay: true })).toEqual(both);
    expect(shown({ transfers: true, bpay: false })).toEqual(both);
  });

  it('have a title for bills when the brand has no transfers', () => {
    expect(shown({ transfers: false, bpay: true })[0]).toEqual([
      '/fundsTransfer',
      'transfers:title.bills',
      'common:navigation.payBills',
    ]);
    expect(notFoundRoutes(features({ transfers: false, bpay: true }), transferRoutes)).toEqual([]);
  });

  it('do not exist without either', () => {
    expect(shown({ transfers: false, bpay: false })).toEqual([]);
    const gone = notFoundRoutes(features({ transfers: false, bpay: false }), transferRoutes);
    expect(gone.map(({ path }) => path)).toEqual(transferRoutes.map(({ path }) => path));
  });
});
