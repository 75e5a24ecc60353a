import type { ElementComponent } from '../../../jsx/jsx-types.d.ts';
import { type ProofMethod, startStepUp } from '@wattle/contract/access/step-up.ts';
import { useEffect, useState } from 'react';
import { useLocation } from '../../../router/public.ts';
import { call } from '../../../api/call.ts';
import type { AskedProof } from '../../../api/proof.ts';
import { loadTexts } from '../../../i18n/i18n.ts';
import { useSession } from '../../../session/session.ts';
import { worksWithPasskeys } from '../../../browser/passkeys.ts';
import { deviceUuid } from '../this-device.ts';
import type { StepUpDialogProps } from './step-up-dialog.tsx';

type Ready = Pick<StepUpDialogProps, 'methods' | 'nothingUntil'> & {
  readonly Dialog: ElementComponent<StepUpDialogProps>;
};

/** The person's ways to prove it, and the dialog, which is loaded when it is first needed. Null: neither came. */
async function prepare({ subject }: AskedProof): Promise<Ready | null> {
  const [started, { StepUpDialog: Dialog }] = await Promise.all([
    call(startStepUp, { body: { ...subject, deviceuuid: deviceUuid() } }),
    import('./step-up-dialog.tsx'),
    loadTexts(['stepUp', 'signInMethods']),
  ]);
  if (!started.ok) return null;
  const { Methods, NothingUntil: nothingUntil } = started.value;
  const methods: readonly ProofMethod[] = Methods;
  return { methods: methods.filter((method) => method !== 'passkey' || worksWithPasskeys()), nothingUntil, Dialog };
}

/** Asks for the proof a call needs. The request is dropped with the page and with the session. */
export function AskProof({ asked }: { readonly asked: AskedProof }) {
  const [ready, setReady] = useState<Ready | null>(null);
  const session = useSession()?.id;
  const { pathname } = useLocation();
  const [began] = useState({ session, pathname });
  const isOver = began.session !== session || began.pathname !== pathname;
  useEffect(() => {
    let isGone = false;
    void prepare(asked)
      .catch(() => null)
      .then((found) => {
        if (isGone) return;
        if (found) setReady(found);
        else asked.end(false);
      });
    return () => {
      isGone = true;
    };
  }, [asked]);
  useEffect(() => {
    if (isOver) asked.end(false);
  }, [asked, isOver]);
  if (!ready || isOver) return null;
  const { Dialog, methods, nothingUntil } = ready;
  return <Dialog subject={asked.subject} methods={methods} nothingUntil={nothingUntil} onEnd={asked.end} />;
}
