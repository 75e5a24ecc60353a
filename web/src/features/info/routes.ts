import { paths } from '../../paths.ts';
import type { AppRoute } from '../../router/app-route.ts';

export const infoRoutes: readonly AppRoute[] = [
  {
    path: paths.error(),
    title: 'info:error.title',
    access: 'public',
    load: async () => (await import('./error.screen.tsx')).ErrorScreen,
    texts: ['info'],
  },
  {
    path: paths.contactUs(),
    title: 'info:contact.title',
    access: 'public',
    load: async () => (await import('./contact-us.screen.tsx')).ContactUsScreen,
    texts: ['info'],
  },
  {
    path: paths.faqs(),
    title: 'info:faqs.title',
    access: 'public',
    load: async () => (await import('./faqs.screen.tsx')).FaqsScreen,
    texts: ['info'],
    clearsSession: true,
    elsewhere: (brand) => (brand.ShowFAQ ? brand.FaqUrl : paths.error()),
  },
  {
    path: paths.privacy(),
    title: 'info:privacy.title',
    background: 'surface',
    access: 'public',
    load: async () => (await import('./privacy.screen.tsx')).PrivacyScreen,
    texts: ['info'],
    clearsSession: true,
    elsewhere: (brand) => brand.PrivacyUrl,
  },
  {
    path: paths.productInformation(),
    title: 'info:product.title',
    access: 'public',
    load: async () => (await import('./product-information.screen.tsx')).ProductInformationScreen,
    texts: ['info'],
    clearsSession: true,
    elsewhere: (brand) => brand.ProductInformationUrl,
  },
];
