import {
  removePasskey,
  renamePasskey,
  addPasskey,
  startPasskey,
  type Passkey,
} from '@wattle/contract/access/passkeys.ts';
import { useId, useState } from 'react';
import { useBrand } from '../../../brand/brand.ts';
import { refusalOf } from '../../../form/form.domain.ts';
import { operationRules } from '../../../form/operation-rules.ts';
import { useForm } from '../../../form/use-form.ts';
import { useErrorTexts, useTexts } from '../../../i18n/use-texts.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { MethodDialog } from '../methods/method-dialog.tsx';
import { systemName } from '../this-device.ts';
import { noteHasPasskey } from './passkey-offer.ts';
import {
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
  type RegistrationResponseJSON,
} from '@simplewebauthn/browser';
import { call } from '../../../api/call.ts';
import { PROOF_NEEDED } from '../../../api/proof.ts';
import type { CallFailure } from '../../../api/send.ts';

/** Why no passkey was added: a refusal, or the outcome of the other calls. */
type AddFailure = CallFailure | { readonly text: 'addCancelled' | 'addTwice' | 'addFailed' };

/** Lets the browser create a passkey and the server save it, unless it is stopped before. Null on success. */
async function makePasskey(name: string, stop: AbortSignal): Promise<AddFailure | null> {
  const started = await call(startPasskey, {});
  if (!started.ok && started.code === PROOF_NEEDED) return { text: 'addCancelled' };
  if (!started.ok) return started;
  if (stop.aborted) return { text: 'addCancelled' };
  stop.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony(), { once: true });
  const made = await startRegistration({ optionsJSON: started.value }).catch(whyNot);
  if ('text' in made) return made;
  const answer = await call(addPasskey, { body: { Name: name, credential: toWire(made) } });
  return answer.ok ? null : { text: 'addFailed' };
}

function whyNot(error: unknown): AddFailure & { readonly text: string } {
  const isThere = error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
  return { text: isThere ? 'addTwice' : 'addCancelled' };
}

function toWire({ id, rawId, response }: RegistrationResponseJSON) {
  const { clientDataJSON, attestationObject } = response;
  return { id, rawId, type: 'public-key' as const, response: { clientDataJSON, attestationObject } };
}

type Outcome = {
  /** Confirms the change; the list has changed. */
  readonly onDone: (words: string) => void;
  readonly onClose: () => void;
};
type About = Outcome & { readonly passkey: Passkey };

const GONE = '404';

export function AddPasskeyDialog({ onDone, onClose }: Outcome) {
  const t = useTexts('signInMethods');
  const wordsOfCode = useErrorTexts();
  const { BrandIdentifier } = useBrand();
  const [stop] = useState(() => new AbortController());
  const form = useForm({
    fields: {},
    rules: {
      check: () => ({}),
      submit: async () => {
        const name = systemName() ?? t('passkey.thisDevice');
        const failure = await makePasskey(name, stop.signal);
        if (failure && 'code' in failure) return { refusal: refusalOf(failure, [], navigator.onLine) };
        if (failure) return { refusal: { code: failure.text, fields: [], isTrouble: false } };
        noteHasPasskey(BrandIdentifier, true);
        onDone(t('passkey.addDone', { name }));
        return null;
      },
    },
    refusalWords: ({ code }) => (t.has(`passkey.${code}`) ? t(`passkey.${code}`) : wordsOfCode(code)),
  });
  return (
    <MethodDialog
      title={t('passkey.addTitle')}
      text={t('passkey.addText')}
      submit={t('passkey.addSubmit')}
      busy={t('passkey.addBusy')}
      form={form}
      canStop
      onClose={() => {
        stop.abort();
        onClose();
      }}
    />
  );
}

export function RemovePasskeyDialog({ passkey, onDone, onClose }: About) {
  const t = useTexts('signInMethods');
  const name = passkey.Name;
  const removed = () => onDone(t('passkey.removeDone', { name }));
  const form = useForm({
    fields: {},
    rules: operationRules(
      {},
      {
        operation: removePasskey,
        body: () => ({ Id: passkey.Id }),
        onDone: removed,
        onRefused: ({ code }) => {
          if (code !== GONE) return undefined;
          removed();
          return null;
        },
      },
    ),
  });
  return (
    <MethodDialog
      title={t('passkey.removeTitle', { name })}
      text={t('passkey.removeText')}
      submit={t('passkey.removeSubmit')}
      busy={t('passkey.removeBusy')}
      isDangerous
      form={form}
      onClose={onClose}
    />
  );
}

export function RenamePasskeyDialog({ passkey, onDone, onClose }: About) {
  const t = useTexts('signInMethods');
  const fields = { Name: { initial: passkey.Name, id: useId() } };
  const form = useForm({
    fields,
    rules: operationRules(fields, {
      operation: renamePasskey,
      body: ({ Name }) => ({ Id: passkey.Id, Name }),
      onDone: () => onDone(t('passkey.renameDone')),
    }),
  });
  return (
    <MethodDialog
      title={t('passkey.renameTitle')}
      text={t('passkey.renameText')}
      submit={t('passkey.renameSubmit')}
      busy={t('passkey.busy')}
      form={form}
      onClose={onClose}
    >
      <Field {...form.field('Name')} type="text" label={t('passkey.name')} autoComplete="off" />
    </MethodDialog>
  );
}
