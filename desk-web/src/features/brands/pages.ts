import type { DeskPage } from '../../desk-page.ts';

const texts = ['deskBrands'];

export const brandsPages: readonly DeskPage[] = [
  {
    path: '/brands',
    title: 'desk:place.brands',
    texts,
    hasNoForm: true,
    load: async () => (await import('./brands.screen.tsx')).BrandsScreen,
    place: { label: 'desk:place.brands', shape: 'brands', in: 'programme' },
  },
  {
    path: '/brands/:brand',
    title: 'desk:place.brands',
    texts,
    load: async () => (await import('./brand.screen.tsx')).BrandScreen,
  },
];
