import { isNameOf } from '@wattle/contract/rules/typed-names.ts';
import { commandsOfCard } from '../../calls/card-commands.ts';
import type { RowOf } from '../../calls/commands.ts';
import { useDefinitions } from '../../calls/definitions.ts';
import type { Act, Person } from './use-person.ts';

/** Text keys of actions that another page may open here. */
const LABELS = {
  'report-card': 'act.report',
  'block-card': 'act.block',
  'unblock-card': 'act.unblock',
  'reissue-card': 'act.reissue',
  'add-note': 'act.note',
  'message-person': 'act.message',
  'change-contact': 'act.changeContact',
} as const;

/** The action that another page has passed beside the address; null: none, or one that is not given here. */
export function passedAct(state: unknown): Act | null {
  const { act } = (state ?? {}) as { readonly act?: Omit<Act, 'label'> };
  return act && isNameOf(LABELS, act.command) ? { ...act, label: LABELS[act.command] } : null;
}

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
    ...(diedOn === '' ? [act('issue-card', 'act.issue')] : []),
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
  const marks =
    status !== 'Ordered' && status !== 'NotIssued'
      ? []
      : [
          ...(dispatched === '' ? [act('mark-card', 'act.dispatched', { state: 'dispatched' })] : []),
          ...(dispatched !== '' && delivered === '' ? [act('mark-card', 'act.delivered', { state: 'delivered' })] : []),
        ];
  const code = status === 'Ordered' || status === 'NotIssued' ? [act('send-activation-code', 'act.sendCode')] : [];
  return [...marks, ...code, ...commandsOfCard(status).map((command) => act(command, LABELS[command]))];
}
