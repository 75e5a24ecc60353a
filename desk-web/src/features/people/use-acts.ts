import type { RowOf } from '../../calls/commands.ts';
import { useDefinitions } from '../../calls/definitions.ts';
import type { Act, Person } from './use-person.ts';

export type CardRow = RowOf<'cards-of'>;

/** Acts that the role of the member permits. */
export function useMayGive(): (act: Act) => boolean {
  const { commands } = useDefinitions();
  return ({ command }) => commands?.find(({ name }) => name === command)?.mayGive !== false;
}

/** Commands for a person, in the usual order of use. */
export function actsOfPerson({ person, signIn, diedOn, erased }: Person): readonly Act[] {
  if (erased === 'yes') return [];
  const act = (command: string, label: string, given: Act['given'] = { person }): Act => ({ command, label, given });
  return [
    act('change-contact', 'act.changeContact'),
    act('change-address', 'act.changeAddress'),
    act('change-name', 'act.changeName'),
    act('flag-person', 'act.flag'),
    ...(signIn.startsWith('web:') ? [act('issue-backup-token', 'act.backupToken', { signIn })] : []),
    diedOn === '' ? act('record-death', 'act.death') : act('take-back-death', 'act.deathBack'),
    act('erase-person', 'act.erase'),
  ];
}

/** Commands for an account. Its owner decides about it, so there are none for a nominee. */
export function actsOfAccount({ account, role, state, balance }: RowOf<'accounts'>): readonly Act[] {
  if (role !== 'primary' || state === 'closed') return [];
  const act = (command: string, label: string): Act => ({ command, label, given: { account } });
  return [
    act('load', 'act.load'),
    act('charge-fee', 'act.fee'),
    act('send-statement', 'act.statement'),
    act('allocate-card', 'act.newCard'),
    act('end-auto-topup', 'act.endTopUp'),
    Number(balance) === 0 ? act('close-account', 'act.closeAccount') : act('close-and-pay', 'act.closeAccount'),
  ];
}

/** Commands for a card, by its state. */
export function actsOfCard({ card, status, dispatched, delivered }: CardRow): readonly Act[] {
  const act = (command: string, label: string, more: Act['given'] = {}): Act => ({
    command,
    label,
    given: { card, ...more },
  });
  switch (status) {
    case 'Active':
    case 'ActiveOff':
      return [act('report-card', 'act.report'), act('block-card', 'act.block'), act('reissue-card', 'act.reissue')];
    case 'Restricted':
      return [act('report-card', 'act.report'), act('unblock-card', 'act.unblock')];
    case 'Lost':
    case 'Stolen':
      return [act('reissue-card', 'act.reissue')];
    case 'Ordered':
    case 'NotIssued':
      return [
        ...(dispatched === '' ? [act('mark-card', 'act.dispatched', { state: 'dispatched' })] : []),
        ...(dispatched !== '' && delivered === '' ? [act('mark-card', 'act.delivered', { state: 'delivered' })] : []),
        act('report-card', 'act.report'),
      ];
    default:
      return [];
  }
}
