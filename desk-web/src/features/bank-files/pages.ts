import type { DeskPage } from '../../desk-page.ts';
import { useBankCount } from './use-bank-files.ts';

const texts = ['deskBankFiles'];

export const bankFilesPages: readonly DeskPage[] = [
  {
    path: '/bank-files',
    title: 'desk:place.bankFiles',
    texts,
    load: async () => (await import('./bank-files.screen.tsx')).BankFilesScreen,
    place: { label: 'desk:place.bankFiles', shape: 'bank', in: 'work', useCount: useBankCount },
  },
  {
    path: '/bank-files/statements/:account',
    title: 'desk:place.bankFiles',
    texts,
    load: async () => (await import('./statement.screen.tsx')).StatementScreen,
  },
];
