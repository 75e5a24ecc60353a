import { startStepUp } from '@wattle/contract/access/step-up/start-step-up.ts';
import type { ProofMethod } from '@wattle/contract/access/step-up/step-up.ts';
import { type ComponentType, type ReactNode, useState } from 'react';
import { call } from '../../../api/call.ts';
import type { CallResult } from '../../../api/send.ts';
import { loadTexts } from '../../../i18n/i18n.ts';
import { worksWithPasskeys } from '../passkeys/passkey-support.ts';
import { deviceUuid } from '../this-device.ts';
import type { ProofSubject } from './give-proof.ts';
import type { StepUpDialogProps } from './step-up-dialog.tsx';

/** `proof_needed`: the server carries the call out once its person has given a fresh proof. */
export const PROOF_NEEDED = '428';

type Shown = Omit<StepUpDialogProps, 'onEnd'> & {
  readonly Dialog: ComponentType<StepUpDialogProps>;
  readonly resolve: (isProved: boolean) => void;
};

export type StepUp = {
  /**
   * Makes a call, asks for a proof where the server wants one, and then makes it again. Without a proof the
   * answer is the first one.
   */
  readonly through: <T>(subject: ProofSubject, send: () => Promise<CallResult<T>>) => Promise<CallResult<T>>;
  /** To be drawn outside of any form. */
  readonly dialog: ReactNode;
};

/** Asks for a fresh proof where a call needs one. Its dialog is loaded when it is first needed. */
export function useStepUp(): StepUp {
  const [shown, setShown] = useState<Shown | null>(null);

  const ask = async (subject: ProofSubject): Promise<boolean> => {
    const [started, { StepUpDialog }] = await Promise.all([
      call(startStepUp, { body: { ...subject, deviceuuid: deviceUuid() } }),
      import('./step-up-dialog.tsx'),
      loadTexts(['stepUp', 'signInMethods']),
    ]);
    if (!started.ok) return false;
    const { Methods, NothingUntil: nothingUntil } = started.value;
    const methods: readonly ProofMethod[] = Methods;
    const usable = methods.filter((method) => method !== 'passkey' || worksWithPasskeys());
    return new Promise((resolve) =>
      setShown({ subject, methods: usable, nothingUntil, Dialog: StepUpDialog, resolve }),
    );
  };

  const onEnd = (isProved: boolean) => {
    setShown(null);
    shown?.resolve(isProved);
  };
  return {
    through: async (subject, send) => {
      const answer = await send();
      if (answer.ok || answer.code !== PROOF_NEEDED) return answer;
      return (await ask(subject)) ? send() : answer;
    },
    dialog: shown ? (
      <shown.Dialog subject={shown.subject} methods={shown.methods} nothingUntil={shown.nothingUntil} onEnd={onEnd} />
    ) : null,
  };
}
