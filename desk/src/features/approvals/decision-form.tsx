import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { Button } from '@wattle/web/ui/button.tsx';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { RowOf } from '../../calls/commands.ts';
import { useDefinition } from '../../calls/definitions.ts';
import { useChange } from '../../calls/use-change.ts';
import type { Looked } from '../../calls/use-command.ts';
import { OutcomePart } from '../../parts/outcome-part.tsx';
import { ReasonField } from '../../parts/reason-field.tsx';
import { useTitleOf } from './request-words.ts';
import type { Request } from './use-requests.ts';

type DecisionFormProps = {
  readonly request: Request;
  /** True once its inputs are shown: nobody approves what they have not seen. */
  readonly isRead: boolean;
  /** Its effect as it is shown: approved is what was read. */
  readonly effect: Looked<RowOf<'request-effect'>>;
};

const isTyped = (element: Element | null) => element?.matches('input, textarea, select') === true;

/** Approves or refuses a request. Whoever has asked may only withdraw it. */
export function DecisionForm({ request, isRead, effect }: DecisionFormProps) {
  const t = useTexts('deskApprovals');
  const titleOf = useTitleOf();
  const approve = useChange('approve');
  const refuse = useChange('refuse');
  const mayApprove = useDefinition('approve')?.mayGive ?? false;
  const mayRefuse = useDefinition('refuse')?.mayGive ?? false;
  const [because, setBecause] = useState('');
  const [isMissing, setMissing] = useState(false);
  const last = useRef<'approve' | 'refuse'>('approve');
  const { isOwn, state } = request;
  const isOpen = state === 'Requested' || state === 'Approved';
  const canApprove = isOpen && !isOwn && mayApprove && isRead;
  const canRefuse = state === 'Requested' && mayRefuse && (isOwn || mayApprove);
  const isSending = approve.isSending || refuse.isSending;

  const doApprove = () => {
    last.current = 'approve';
    refuse.clear();
    const seen = state === 'Requested' ? effect.rows?.[0]?.seen : undefined;
    void approve.give({ request: request.request, ...(seen !== undefined && { seen }) }).then((outcome) => {
      // What stands there now is shown at once.
      if (outcome?.kind === 'refused') effect.retry();
    });
  };
  const doRefuse = () => {
    // Whoever withdraws a request knows why.
    if (because === '' && !isOwn) {
      setMissing(true);
      document.getElementById('because')?.focus();
      return;
    }
    last.current = 'refuse';
    setMissing(false);
    approve.clear();
    void refuse.give({ request: request.request, because });
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey && !event.repeat;
    if (!isPlain || isSending || isTyped(document.activeElement) || document.querySelector('dialog[open]')) return;
    if (event.key === 'a' && canApprove) {
      event.preventDefault();
      doApprove();
    }
    if (event.key === 'r' && canRefuse) {
      event.preventDefault();
      doRefuse();
    }
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);

  const outcome = approve.outcome ?? refuse.outcome;
  const retry = () => (last.current === 'approve' ? doApprove() : doRefuse());
  return (
    <div className="form approvals__decision">
      {outcome ? <OutcomePart outcome={outcome} isSending={isSending} onRetry={retry} /> : null}
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
            <Button busy={isSending} onClick={doApprove} aria-keyshortcuts="a">
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
