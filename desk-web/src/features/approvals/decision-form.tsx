import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { Button } from '@wattle/web/ui/button.tsx';
import { useState } from 'react';
import type { RowOf } from '../../calls/commands.ts';
import { useDefinition } from '../../calls/definitions.ts';
import type { Change } from '../../calls/use-change.ts';
import type { Looked } from '../../calls/use-command.ts';
import { OutcomePart } from '../../ui/outcome-part.tsx';
import { ReasonField } from '../../ui/reason-field.tsx';
import { Say } from '../../ui/say.tsx';
import { useIsRested, useKeys } from '../../ui/use-keys.ts';
import { useTitleOf } from './request-words.ts';
import type { Request } from './use-requests.ts';

export type Decisions = { readonly approve: Change; readonly refuse: Change };

type DecisionFormProps = {
  readonly request: Request;
  /** True once its inputs are shown: no one can approve inputs before they are shown. */
  readonly isRead: boolean;
  /** The effect on the page: the approval names it, so only the read effect is approved. */
  readonly effect: Looked<RowOf<'request-effect'>>;
  readonly decisions: Decisions;
  /** The effect that was read, once it is carried out. */
  readonly onApproved: (changed: readonly RowOf<'request-effect'>[]) => void;
};

/**
 * Approves or refuses a request. The member who asked may only withdraw it. No single key decides: `a` goes to the button
 * and `r` to the reason. Nothing can be approved within a second after the shown content has changed.
 */
export function DecisionForm({ request, isRead, effect, decisions, onApproved }: DecisionFormProps) {
  const t = useTexts('deskApprovals');
  const titleOf = useTitleOf();
  const { approve, refuse } = decisions;
  const mayApprove = useDefinition('approve')?.mayGive ?? false;
  const mayRefuse = useDefinition('refuse')?.mayGive ?? false;
  const [because, setBecause] = useState('');
  const [isMissing, setMissing] = useState(false);
  const { isOwn, state } = request;
  const isOpen = (state === 'Requested' || state === 'Approved') && approve.outcome?.kind !== 'done';
  const canApprove = isOpen && !isOwn && mayApprove && isRead;
  const canRefuse = isOpen && state === 'Requested' && mayRefuse && (isOwn || mayApprove);
  const isSending = approve.isSending || refuse.isSending;
  const seen = effect.rows?.[0]?.seen ?? '';
  const isRested = useIsRested(`${state} ${isRead} ${seen}`);
  const [isEarly, setEarly] = useState(false);

  const doApprove = () => {
    refuse.clear();
    const read = state === 'Requested' ? (effect.rows ?? []) : [];
    void approve.give({ request: request.request, ...(read.length > 0 && { seen }) }).then((outcome) => {
      // The present effect is shown straight away.
      if (outcome?.kind === 'refused') effect.retry();
      if (outcome?.kind === 'done') onApproved(read);
    });
  };
  const doRefuse = () => {
    // The member who withdraws a request knows why.
    if (because === '' && !isOwn) {
      setMissing(true);
      document.getElementById('because')?.focus();
      return;
    }
    setMissing(false);
    approve.clear();
    void refuse.give({ request: request.request, because });
  };
  // A key decides nothing by itself: it goes to the button or to the reason, where a second one is meant.
  const goTo = (canDo: boolean, id: string) => {
    if (!canDo || isSending) return undefined;
    return () => {
      setEarly(!isRested);
      if (isRested) document.getElementById(id)?.focus();
    };
  };
  useKeys({ a: goTo(canApprove, 'approve'), r: goTo(canRefuse, 'because') });

  const outcome = approve.outcome ?? refuse.outcome;
  // The other field was cleared when this one was filled.
  const retry = () => (approve.outcome ? doApprove() : doRefuse());
  return (
    <div className="form approvals__decision">
      {outcome ? <OutcomePart outcome={outcome} isSending={isSending} onRetry={retry} /> : null}
      {isEarly && !outcome ? <Say isNews>{t('early')}</Say> : null}
      {canRefuse ? (
        <ReasonField
          id="because"
          label={t(isOwn ? 'note.own' : 'note.label')}
          hint={t('note.hint')}
          value={because}
          onValue={setBecause}
          error={isMissing && because === '' ? t('note.missing') : undefined}
        />
      ) : null}
      {canApprove || canRefuse ? (
        <div className="form__actions">
          {canApprove ? (
            <Button id="approve" busy={isSending || !isRested} onClick={doApprove} aria-keyshortcuts="a">
              {t(state === 'Approved' ? 'action.again' : 'action.approve', { what: lower(titleOf(request)) })}
            </Button>
          ) : null}
          {canRefuse ? (
            <Button tone="danger" busy={isSending} onClick={doRefuse} aria-keyshortcuts="r">
              {t(isOwn ? 'action.withdraw' : 'action.refuse')}
            </Button>
          ) : null}
          <span className={isOwn ? 'quiet small' : 'quiet small keys'}>{t(isOwn ? 'own' : 'keys')}</span>
        </div>
      ) : null}
      {isOpen && !isOwn && !mayApprove ? <p className="quiet">{t('notYours')}</p> : null}
    </div>
  );
}

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
