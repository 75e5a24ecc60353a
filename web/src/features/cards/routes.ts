import { paths } from '../../paths.ts';
import type { AppRoute } from '../../router/app-route.ts';

export const cardRoutes: readonly AppRoute[] = [
  {
    path: paths.settings(),
    title: 'settings:title',
    access: 'signed-in',
    load: async () => (await import('./settings/general.screen.tsx')).SettingsScreen,
    texts: ['settings', 'cards', 'validation', 'fields'],
    navigation: { label: 'common:navigation.settings', icon: 'settings', in: 'more', isForUsers: true },
  },
  {
    path: paths.stopCard(),
    title: 'settings:stop.title',
    access: 'signed-in',
    load: async () => (await import('./settings/block.screen.tsx')).BlockScreen,
    texts: ['settings', 'cards', 'validation', 'fields'],
  },
  {
    path: paths.cardPin(),
    title: 'settings:pin.title',
    access: 'signed-in',
    load: async () => (await import('./settings/pin.screen.tsx')).PinScreen,
    texts: ['settings', 'cards', 'validation', 'fields'],
  },
  {
    path: paths.cardName(),
    title: 'settings:name.title',
    access: 'signed-in',
    load: async () => (await import('./settings/card-name.screen.tsx')).CardNameScreen,
    texts: ['settings', 'cards', 'validation', 'fields'],
  },
  {
    path: paths.spendLimit(),
    title: 'settings:limits.title',
    access: 'signed-in',
    load: async () => (await import('./settings/limits.screen.tsx')).LimitsScreen,
    texts: ['settings', 'cards', 'validation', 'fields'],
  },
  {
    path: paths.paymentLimit(),
    title: 'settings:limits.title',
    access: 'signed-in',
    load: async () => (await import('./settings/limits.screen.tsx')).LimitsScreen,
    texts: ['settings', 'cards', 'validation', 'fields'],
  },
  {
    path: paths.contactless(),
    title: 'settings:contactless.title',
    access: 'signed-in',
    load: async () => (await import('./settings/contactless.screen.tsx')).ContactlessScreen,
    texts: ['settings', 'cards', 'validation', 'fields'],
  },
  {
    path: paths.cardControls(),
    title: 'settings:controls.title',
    access: 'signed-in',
    load: async () => (await import('./settings/controls.screen.tsx')).ControlsScreen,
    texts: ['settings', 'cards', 'validation', 'fields'],
  },
  {
    path: paths.virtualCard(),
    title: 'virtualCard:title',
    access: 'signed-in',
    load: async () => (await import('./virtual/virtual-card.screen.tsx')).VirtualCardScreen,
    texts: ['virtualCard', 'settings', 'cards', 'fields'],
  },
  {
    path: paths.additionalCard(),
    title: 'settings:additional.title',
    access: 'signed-in',
    load: async () => (await import('./settings/additional-card.screen.tsx')).AdditionalCardScreen,
    texts: ['settings', 'cards', 'validation', 'fields'],
  },
];
